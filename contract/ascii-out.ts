/** Bytes that text of 7 bits is put into, one piece after the other. Whoever puts it there knows that there is room. */
export type AsciiWriter = { readonly bytes: Uint8Array; at: number }

/** Words that are put somewhere again and again. */
export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Letter by letter: for a few of them that is quicker than any call that copies. */
export function writeBytes(out: AsciiWriter, words: Uint8Array): void {
  const { bytes } = out
  let { at } = out
  for (let from = 0; from < words.length; from += 1) bytes[at++] = words[from] ?? 0
  out.at = at
}

export function writeText(out: AsciiWriter, text: string): void {
  for (let from = 0; from < text.length; from += 1) out.bytes[out.at++] = text.charCodeAt(from)
}

/** Nine digits fit into 31 bits, and what a safe integer has above them does, too: so all of it is counted in small numbers. */
const lowDigits = 9
const billion = 10 ** lowDigits

const minus = 0x2d
const point = 0x2e
const zero = 0x30

/** The same text as `formatDecimal` makes of it, written from its end. */
export function writeDecimal(out: AsciiWriter, units: number, decimals: number): void {
  const { bytes } = out
  if (units < 0) bytes[out.at++] = minus
  const size = Math.abs(units)
  const high = size < billion ? 0 : Math.floor(size / billion)
  let left = (size - high * billion) | 0
  const digits = Math.max(decimals + 1, high > 0 ? lowDigits + digitsOf(high) : digitsOf(left))
  const end = out.at + digits + (decimals > 0 ? 1 : 0)
  let at = end
  for (let nth = 0; nth < digits; nth += 1) {
    if (nth === decimals && nth > 0) bytes[--at] = point
    if (nth === lowDigits) left = high
    const tenth = (left / 10) | 0
    bytes[--at] = zero + left - tenth * 10
    left = tenth
  }
  out.at = end
}

function digitsOf(size: number): number {
  let digits = 1
  for (let bound = 10; size >= bound; bound *= 10) digits += 1
  return digits
}
