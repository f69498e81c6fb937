// Hash-based random numbers and an exponential, identical to the last bit on every machine.

const golden = 0x9e3779b9
const unit = 1 / 4_294_967_296
/** The standard deviation of the sum of four bytes: each has a variance of (256² − 1) ÷ 12. */
const bytesDeviation = Math.sqrt((4 * (256 * 256 - 1)) / 12)

/** Integer hash: flipping one input bit flips about half of the output bits. */
export function mixBits(bits: number): number {
  const first = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  const second = Math.imul(first ^ (first >>> 15), 0x735a2d97)
  return second ^ (second >>> 15)
}

/** Derives a child key from a key and an integer. */
export function deriveKey(key: number, index: number): number {
  return mixBits(key + Math.imul(index, golden))
}

export function hashText(text: string): number {
  let key = text.length
  for (let at = 0; at < text.length; at++) key = mixBits((key ^ text.charCodeAt(at)) + golden)
  return key
}

/** Uniformly distributed in [0, 1). */
export function uniform(key: number): number {
  return (key >>> 0) * unit
}

/**
 * Approximately normal, with mean 0 and deviation 1: the sum of the key's four bytes. It stays within ±3.46, which
 * bounds every simulated move.
 */
export function gaussian(key: number): number {
  return ((key & 255) + ((key >>> 8) & 255) + ((key >>> 16) & 255) + (key >>> 24) - 510) / bytesDeviation
}

const reciprocals = Float64Array.from({ length: 14 }, (_, power) => 1 / power)

/**
 * e to the power of x, for x from −20 to 20. Math.exp may differ in the last bit between JavaScript engines. This uses
 * only operations that IEEE 754 defines exactly, so prices are the same everywhere.
 */
export function exponential(x: number): number {
  const doublings = Math.floor(x * Math.LOG2E + 0.5)
  const rest = x - doublings * Math.LN2
  return series(rest) * powerOfTwo(doublings)
}

/** Taylor series up to the 13th power: accurate to the last bits for |x| up to ln 2 ÷ 2. */
function series(x: number): number {
  let sum = 1
  for (let power = 13; power > 0; power--) sum = 1 + x * (reciprocals[power] ?? 0) * sum
  return sum
}

function powerOfTwo(exponent: number): number {
  let power = 1
  for (let left = exponent; left > 0; left--) power *= 2
  for (let left = exponent; left < 0; left++) power /= 2
  return power
}
