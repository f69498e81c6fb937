import { readFileSync } from 'node:fs'

/**
 * One entry per line: words that begin or end with digits in leaked passwords, and whole passwords that no such word
 * covers. Taken from the leaked passwords that @zxcvbn-ts/language-common ranks, with the product's own words added.
 */
const list = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

/** A year and two signs. With more characters than this around its word, a password counts as uncommon. */
const maxAffix = 6

/** Whether the password, or the word left without the digits and signs around it, is in the list of leaked ones. */
export function isCommonPassword(password: string): boolean {
  const text = foldText(password)
  const word = text.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '')
  return list.has(text) || (text.length - word.length <= maxAffix && list.has(word))
}

/** Removes case, accents, and wide and narrow forms, so that lookalikes compare equal. */
function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
