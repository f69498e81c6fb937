// Name and document number of an identity check.

const longestName = 100
const longestDocumentNumber = 40
const shortestDocumentKey = 3

/** Letters of any alphabet and the punctuation of names. `A/L`, `@` and numerals occur on real documents. */
const nameShape = /^\p{L}[\p{L}\p{M}\p{Nd} .,'’‘ʼ·・‧/@()\u200c-\u200d‐-]*$/u
const numberShape = /^[\p{L}\p{Nd}][\p{L}\p{Nd} ./()-]*$/u

/** Normalised name (NFC), without invisible characters such as direction marks from copied text. */
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
 * Key to find the same document on another account: letters and digits only, in capitals. Lookalike letters are
 * mapped to Latin ones, and modifier apostrophes, which Unicode counts as letters, are dropped.
 */
export function documentKey(number: string): string {
  const letters = number.toUpperCase().replace(/[^\p{L}\p{Nd}]|[\u02b9-\u02ff]/gu, '')
  return letters.replace(
    /[\p{Script=Cyrillic}\p{Script=Greek}]/gu,
    (letter) => latinLookalikes.get(letter) ?? letter,
  )
}

/** Cyrillic and Greek capitals that look like Latin ones. */
const latinLookalikes: ReadonlyMap<string, string> = new Map([
  ...pairs('АВЕКМНОРСТУХІЅЈ', 'ABEKMHOPCTYXISJ'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
])

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  return [...from].map((letter, index) => [letter, to.charAt(index)])
}

const mostShown = 4

/** Shows the last characters, at most half of the number. */
export function maskDocumentNumber(number: string): string {
  const characters = [...number]
  const shown = Math.min(mostShown, Math.floor(characters.length / 2))
  const hidden = characters.length - shown
  return '•'.repeat(hidden) + characters.slice(hidden).join('')
}

/** Includes Hangul fillers, which Unicode counts as letters. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Persian and Indic scripts need joiners between two letters. Joiners anywhere else are removed. */
function withoutInvisible(text: string): string {
  return text
    .replace(invisible, (sign) => (sign === '\u200c' || sign === '\u200d' ? sign : ''))
    .replace(/([\u200c\u200d])[\u200c\u200d]+/gu, '$1')
    .replace(/(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu, '')
}

function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/gu, ' ')
}

/** Code point of the digit zero in each supported script: Arabic, Persian, Devanagari, Thai. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x0e50]

function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((start) => code >= start && code <= start + 9)
    return zero === undefined ? digit : String(code - zero)
  })
}
