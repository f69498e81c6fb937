import { commonNames, commonWords } from '#server/platform/passwords/common-words.ts'
import { foldText } from '#server/platform/passwords/fold-text.ts'
import { isWalk } from '#server/platform/passwords/keyboard-walks.ts'
import { isKnownNumber } from '#server/platform/passwords/known-numbers.ts'

const words = new Set([...commonWords, ...commonNames])

/** Bounds the work; no common password is longer. */
const maxLength = 72
const maxSigns = 2
const maxDigits = 4
const maxLetters = 3

/**
 * Leaked passwords follow a few patterns, so the patterns are listed instead of millions of passwords. A password is
 * common if it has at most two signs and is
 * - a word, a name or a keyboard walk, surrounded by at most four digits or a well-known number; or
 * - a well-known number with at most three letters.
 * Words match in any case, with lookalikes such as 0 for o, and repeated.
 */
export function isCommonPassword(password: string): boolean {
  const text = foldText(password)
  return text.length <= maxLength && (isMostlyKnownNumber(text) || isDecoratedWord(text))
}

function isMostlyKnownNumber(text: string): boolean {
  const { letters, digits, signs } = partsOf(text)
  return letters.length <= maxLetters && signs.length <= maxSigns && isKnownNumber(digits)
}

/** Room for two known numbers and two signs. It bounds the work, because the check is open to anyone. */
const maxAffix = 16

/** Digits can be part of the word (`pa55word`) or surround it, so every split is tried. */
function isDecoratedWord(text: string): boolean {
  const [before = ''] = /^\P{L}*/u.exec(text) ?? []
  const [behind = ''] = /\P{L}*$/u.exec(text.slice(before.length)) ?? []
  if (before.length > maxAffix || behind.length > maxAffix) return false
  const starts = splitsOf(before.length, (at) => affixOf(text.slice(0, at)))
  const ends = splitsOf(behind.length, (at) => affixOf(text.slice(text.length - at)))
  return starts.some(({ at: start, affix: first }) =>
    ends.some(
      ({ at: end, affix: second }) =>
        first.signs + second.signs <= maxSigns &&
        first.freeDigits + second.freeDigits <= maxDigits &&
        isKnown(text.slice(start, text.length - end)),
    ),
  )
}

type Affix = { readonly signs: number; readonly freeDigits: number }

/** Splits whose affix alone is within the limits. */
function splitsOf(longest: number, affixAt: (at: number) => Affix) {
  const splits = Array.from({ length: longest + 1 }, (_, at) => ({ at, affix: affixAt(at) }))
  return splits.filter(({ affix }) => affix.signs <= maxSigns && affix.freeDigits <= maxDigits)
}

/** Counts the signs, and the digits unless they are a well-known number. */
function affixOf(text: string): Affix {
  const { digits, signs } = partsOf(text)
  return { signs: signs.length, freeDigits: isKnownNumber(digits) ? 0 : digits.length }
}

function isKnown(core: string): boolean {
  const plain = core.replace(/[\s._-]/g, '')
  return isWord(plain) || isWord(withoutRepetition(plain)) || isWalk(plain)
}

function isWord(text: string): boolean {
  return words.has(text) || lettersFor(text).some((reading) => words.has(reading))
}

/** Replaces lookalike digits and signs by letters; 1 and ! may be an i or an l. */
function lettersFor(text: string): readonly string[] {
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
function withoutRepetition(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text
}

function partsOf(text: string) {
  return {
    letters: text.replace(/\P{L}/gu, ''),
    digits: text.replace(/\P{Nd}/gu, ''),
    signs: text.replace(/[\p{L}\p{Nd}]/gu, ''),
  }
}
