import { commonNames, commonWords } from '#server/platform/passwords/common-words.ts'
import { foldText } from '#server/platform/passwords/fold-text.ts'
import { isWalk } from '#server/platform/passwords/keyboard-walks.ts'
import { isKnownNumber } from '#server/platform/passwords/known-numbers.ts'

const words = new Set([...commonWords, ...commonNames])

/** Nothing that everybody tries is longer. */
const longestNotorious = 72
const mostSigns = 2
const mostDigits = 4
const mostLetters = 3

/**
 * Lists of leaked passwords are long, but what stands on them is made in a few ways, so the ways are written down
 * and not the lists. A password is notorious when it is
 * - a word, a name or a walk over the keyboard with at most four digits, or a number everybody knows, around it;
 * - such a number with at most three letters;
 * and in either case at most two signs. A word counts in any case, with 0 for o and the like, and twice in a row.
 */
export function isCommonPassword(password: string): boolean {
  const text = foldText(password)
  return text.length <= longestNotorious && (isMostlyKnownNumber(text) || isDressedWord(text))
}

function isMostlyKnownNumber(text: string): boolean {
  const { letters, digits, signs } = partsOf(text)
  return letters.length <= mostLetters && signs.length <= mostSigns && isKnownNumber(digits)
}

/** Two known numbers and two signs: nobody puts more on one side of a word. It also bounds the work: anyone may ask. */
const longestDressing = 16

/** Digits can be part of the word (`pa55word`) or stand around it, so every place to cut is tried. */
function isDressedWord(text: string): boolean {
  const [before = ''] = /^\P{L}*/u.exec(text) ?? []
  const [behind = ''] = /\P{L}*$/u.exec(text.slice(before.length)) ?? []
  if (before.length > longestDressing || behind.length > longestDressing) return false
  const starts = cutsOf(before.length, (at) => dressingOf(text.slice(0, at)))
  const ends = cutsOf(behind.length, (at) => dressingOf(text.slice(text.length - at)))
  return starts.some(({ at: start, dressing: first }) =>
    ends.some(
      ({ at: end, dressing: second }) =>
        first.signs + second.signs <= mostSigns &&
        first.chosen + second.chosen <= mostDigits &&
        isKnown(text.slice(start, text.length - end)),
    ),
  )
}

type Dressing = { readonly signs: number; readonly chosen: number }

/** Every place to cut whose dressing alone is not too much already. */
function cutsOf(longest: number, dressingAt: (at: number) => Dressing) {
  const cuts = Array.from({ length: longest + 1 }, (_, at) => ({ at, dressing: dressingAt(at) }))
  return cuts.filter(({ dressing }) => dressing.signs <= mostSigns && dressing.chosen <= mostDigits)
}

/** How many signs, and how many digits that are no number everybody knows. */
function dressingOf(text: string): Dressing {
  const { digits, signs } = partsOf(text)
  return { signs: signs.length, chosen: isKnownNumber(digits) ? 0 : digits.length }
}

function isKnown(core: string): boolean {
  const plain = core.replace(/[\s._-]/g, '')
  return isWord(plain) || isWord(onceOf(plain)) || isWalk(plain)
}

function isWord(text: string): boolean {
  return words.has(text) || readings(text).some((reading) => words.has(reading))
}

/** What the figures in a word stand for; 1 and ! are both an i and an l. */
function readings(text: string): readonly string[] {
  if (!/[013456789@$!|+]/.test(text)) return []
  const plain = text.replace(/[03456789@$+]/g, (sign) => lookalikes[sign] ?? sign)
  return [plain.replace(/[1!|]/g, 'i'), plain.replace(/[1!|]/g, 'l')]
}

const lookalikes: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '+': 't',
}

/** `asdasd` is `asd` twice. */
function onceOf(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text
}

function partsOf(text: string) {
  return {
    letters: text.replace(/\P{L}/gu, ''),
    digits: text.replace(/\P{Nd}/gu, ''),
    signs: text.replace(/[\p{L}\p{Nd}]/gu, ''),
  }
}
