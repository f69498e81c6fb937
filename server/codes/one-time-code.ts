import type { Random } from '#server/platform/random.ts'

const codeDigits = 6

/** Six random digits, with leading zeros. */
export function generateCode(random: Random): string {
  return String(randomBelow(random, 10 ** codeDigits)).padStart(codeDigits, '0')
}

/** Far longer than a typed code with the spaces and marks a keyboard may add. */
const longestTyped = 64

/** Code points of zero in Arabic, Persian, Devanagari and Thai digits. */
const otherZeros = [0x0660, 0x06f0, 0x0966, 0x0e50]

/** Converts full-width, Arabic, Persian, Devanagari and Thai digits to ASCII. Removes spaces and direction marks. */
export function normalizeTypedCode(typed: string): string {
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
/** A draw is rejected with a probability below 1 in 4,000, so this many in a row indicate a broken source. */
const maxDraws = 20

/** A uniform integer in [0, bound), by rejection sampling. `bound` is at most a million. */
export function randomBelow(random: Random, bound: number): number {
  const fairBelow = numbers - (numbers % bound)
  for (let draw = 0; draw < maxDraws; draw += 1) {
    const drawn = Buffer.from(random.bytes(4)).readUInt32BE()
    if (drawn < fairBelow) return drawn % bound
  }
  throw new Error('the random source is broken')
}
