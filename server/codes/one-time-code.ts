import type { Random } from '#server/platform/random.ts'

const codeDigits = 6

/** Six digits, the leading zeros among them. */
export function drawCode(random: Random): string {
  return String(randomBelow(random, 10 ** codeDigits)).padStart(codeDigits, '0')
}

/** Longer than anybody types a code, with whatever a keyboard or a clipboard adds to it. */
const longestTyped = 64

/** The zeros of the digits that keyboards for our languages make: Arabic, Persian, Devanagari, Thai. */
const otherZeros = [0x0660, 0x06f0, 0x0966, 0x0e50]

/** What was typed, in plain digits: without spaces and marks of direction, whatever script the digits are of. */
export function readTypedCode(typed: string): string {
  if (typed.length > longestTyped) return ''
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => plainDigit(digit))
}

function plainDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  const zero = otherZeros.find((zero) => point >= zero && point < zero + 10)
  return zero === undefined ? digit : String(point - zero)
}

const numbers = 2 ** 32
/** The odds of one more draw are below one in four thousand; so many in a row mean a source that is broken. */
const mostDraws = 20

/** A whole number from 0 up to but not including `bound`, which is at most a million, each as likely as the other. */
export function randomBelow(random: Random, bound: number): number {
  const fairBelow = numbers - (numbers % bound)
  for (let draw = 0; draw < mostDraws; draw += 1) {
    const drawn = Buffer.from(random.bytes(4)).readUInt32BE()
    if (drawn < fairBelow) return drawn % bound
  }
  throw new Error('the source of chance is broken')
}
