import { readFileSync } from 'node:fs'

/**
 * Words that leaked passwords surround with digits, and whole leaked passwords that no such word covers. Both come from
 * the list of leaked passwords in @zxcvbn-ts/language-common. The product's own words were added.
 */
const list = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

/** Room for a year and two signs. A password with more characters than this around its word counts as uncommon. */
const maxAffix = 6

/** Whether the list contains the password, or the word that remains without the digits and signs around it. */
export function isCommonPassword(password: string): boolean {
  const text = foldText(password)
  const word = text.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '')
  return list.has(text) || (text.length - word.length <= maxAffix && list.has(word))
}

/** Removes case, accents, and wide and narrow forms, so that lookalikes compare equal. */
function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
