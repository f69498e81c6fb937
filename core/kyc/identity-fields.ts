/** Who a person says they are, as their document says it. */
export type IdentityFields = { readonly name: string; readonly documentNumber: string }

export const longestName = 100
export const longestDocumentNumber = 40

/** Letters of any alphabet, and what stands between them in names. */
const nameShape = /^[\p{L}\p{M}][\p{L}\p{M} .,'’·-]*$/u
const numberShape = /^[\p{L}\p{Nd}][\p{L}\p{Nd} ./-]{2,}$/u

export function parseName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replace(/\s+/gu, ' ')
  return [...name].length <= longestName && nameShape.test(name) ? name : undefined
}

export function parseDocumentNumber(text: string): string | undefined {
  const number = text.normalize('NFKC').trim().replace(/\s+/gu, ' ')
  return [...number].length <= longestDocumentNumber && numberShape.test(number) ? number : undefined
}

/** The number without what people leave out or put in, to find the same document on another account. */
export function documentKey(number: string): string {
  return number.toUpperCase().replace(/[^\p{L}\p{Nd}]/gu, '')
}
