/** The digits of a text as 0 to 9, whichever script they were typed in, and nothing else. */
export function plainDigits(text: string): string {
  return withPlainDigits(text).replace(/[^0-9]/g, '')
}

/** The same text with its digits as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))
}

/** Unicode keeps the ten digits of a script together, from zero up, so the value is the distance to the first of them. */
function digitValue(point: number): number {
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return point - zero
}
