import { foldText } from '#server/platform/passwords/fold-text.ts'

/** Keyboard rows and columns and common sequences. Each is also added in reverse. */
const lanes = [
  // The alphabet and the digits, single and double.
  'abcdefghijklmnopqrstuvwxyz 01234567890 aabbccddeeffgghh 00112233445566778899 2468024680 1357913579',
  // Keyboard rows of the English, German, French and Russian layouts, and the shifted digits.
  'qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn',
  'йцукенгшщзхъ фывапролджэ ячсмитьбю !@#$%^&*()',
  // Keyboard columns.
  '1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik 9ol !qaz @wsx #edc $rfv %tgb ^yhn &ujm',
  // Columns, diagonals and the ring of the number pad.
  '147 258 369 159 357 1236987412369874',
]
  .flatMap((line) => line.split(' '))
  .map(foldText)
  .flatMap((lane) => [lane, [...lane].reverse().join('')])

const minRun = 3
const maxRuns = 4

/** Whether the text consists of up to four runs along lanes, or of two interlaced runs. */
export function isWalk(text: string): boolean {
  return isRuns(text) || isInterlaced(text)
}

function isRuns(text: string): boolean {
  let rest = text
  for (let runs = 0; runs < maxRuns && rest !== ''; runs += 1) {
    const length = runLength(rest)
    if (length < minRun) return false
    rest = rest.slice(length)
  }
  return text !== '' && rest === ''
}

/** Length of the prefix that follows one lane or repeats one character. */
function runLength(text: string): number {
  let length = 0
  while (length < text.length && isRun(text.slice(0, length + 1))) length += 1
  return length
}

function isRun(text: string): boolean {
  return /^(.)\1*$/u.test(text) || lanes.some((lane) => lane.includes(text))
}

/** `1q2w3e4r`: the characters at odd and at even places each form a run. */
function isInterlaced(text: string): boolean {
  const characters = [...text]
  const halves = [0, 1].map((half) => characters.filter((_, place) => place % 2 === half).join(''))
  return halves.every((half) => half.length >= minRun && runLength(half) === half.length)
}
