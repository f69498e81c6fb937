// Who a person says they are, as their document says it.

const longestName = 100
const longestDocumentNumber = 40
const shortestDocumentKey = 3

/** Letters of any alphabet, and what stands among them in names: `A/L`, `@` and numerals do, on real documents. */
const nameShape = /^\p{L}[\p{L}\p{M}\p{Nd} .,'’‘ʼ·・‧/@()\u200c-\u200d‐-]*$/u
const numberShape = /^[\p{L}\p{Nd}][\p{L}\p{Nd} ./()-]*$/u

/** In one form, and without what cannot be seen: marks of direction come along when text is copied. */
export function parseName(text: string): string | undefined {
  const name = collapseSpaces(withoutInvisible(text).normalize('NFC'))
  return [...name].length <= longestName && nameShape.test(name) ? name : undefined
}

export function parseDocumentNumber(text: string): string | undefined {
  const number = plainDigits(
    collapseSpaces(text.replace(invisible, '').normalize('NFKC').replace(invisible, '')),
  )
  const fits = [...number].length <= longestDocumentNumber && numberShape.test(number)
  return fits && documentKey(number).length >= shortestDocumentKey ? number : undefined
}

/**
 * The number without what people leave out or put in, to find the same document on another account. Letters that
 * look like a Latin one count as that one, and apostrophes that count as letters do not.
 */
export function documentKey(number: string): string {
  const letters = number.toUpperCase().replace(/[^\p{L}\p{Nd}]|[\u02b9-\u02ff]/gu, '')
  return letters.replace(
    /[\p{Script=Cyrillic}\p{Script=Greek}]/gu,
    (letter) => latinLookalikes.get(letter) ?? letter,
  )
}

/** Cyrillic and Greek capitals, and the Latin ones they cannot be told from. */
const latinLookalikes: ReadonlyMap<string, string> = new Map([
  ...pairs('АВЕКМНОРСТУХІЅЈ', 'ABEKMHOPCTYXISJ'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
])

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  return [...from].map((letter, index) => [letter, to.charAt(index)])
}

const mostShown = 4

/** Its last characters, and never more than half of it: enough for its owner, too little for anybody else. */
export function maskDocumentNumber(number: string): string {
  const characters = [...number]
  const shown = Math.min(mostShown, Math.floor(characters.length / 2))
  const hidden = characters.length - shown
  return '•'.repeat(hidden) + characters.slice(hidden).join('')
}

/** Some of it counts as letters: fillers of Hangul are names of nothing at all. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Persian and the scripts of India are written with joiners between two letters; elsewhere those are unseen too. */
function withoutInvisible(text: string): string {
  return text
    .replace(invisible, (sign) => (sign === '\u200c' || sign === '\u200d' ? sign : ''))
    .replace(/([\u200c\u200d])[\u200c\u200d]+/gu, '$1')
    .replace(/(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu, '')
}

function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/gu, ' ')
}

/** The zeros of the digits that keyboards of our languages write: Arabic, Persian, Devanagari, Thai. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x0e50]

function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((start) => code >= start && code <= start + 9)
    return zero === undefined ? digit : String(code - zero)
  })
}

export const longestRemark = 500

/** What an operator tells the person, or undefined when it is empty or too long. It may have several lines. */
export function parseRemark(text: string): string | undefined {
  // Control characters and halves of characters have no place in it, and the database takes neither.
  const remark = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, ' ')
    .trim()
  return remark !== '' && [...remark].length <= longestRemark ? remark : undefined
}
