// Distributions of random words and an exponential, identical to the last bit on every machine.

const wordValues = 65_536

/** Uniformly distributed over (0, 1), from a word of 16 bits. */
export function uniform(word: number): number {
  return (word + 0.5) / wordValues
}

/** Normally distributed with mean 0 and deviation 1, from a word of 16 bits. Stays within ±4.4. */
export function normal(word: number): number {
  return wordQuantiles[word] ?? 0
}

/** Normally distributed with mean 0 and deviation 1, but in coarse steps, from one byte. Stays within ±2.9. */
export function coarseNormal(byte: number): number {
  return byteQuantiles[byte] ?? 0
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

// Tables, because the inverse of the normal distribution needs logarithms.
const wordQuantiles = normalQuantiles(wordValues)
const byteQuantiles = normalQuantiles(256)

export const largestCoarseNormal = byteQuantiles.at(-1) ?? 0

/**
 * Integrates the density from 0 upwards and notes where it passes the middle of each of `count` equal probabilities.
 * Then scales to a variance of exactly 1: without that, a move and the sum of its parts would have different variances.
 */
function normalQuantiles(count: number): Float64Array {
  const step = 1 / 4096
  const half = count / 2
  const rootTwoPi = 2.5066282746310002
  const densityAt = (x: number) => exponential((-x * x) / 2) / rootTwoPi
  const table = new Float64Array(count)
  let [x, reached, squares] = [0, 0, 0]
  let [density, next] = [densityAt(0), densityAt(step)]
  for (let at = 0; at < half; at++) {
    const wanted = (at + 0.5) / count
    while (reached + (step * (density + next)) / 2 < wanted) {
      reached += (step * (density + next)) / 2
      x += step
      density = next
      next = densityAt(x + step)
    }
    const value = x + (2 * (wanted - reached)) / (density + next)
    table[half + at] = value
    squares += value * value
  }
  const scale = Math.sqrt(half / squares)
  for (let at = half; at < count; at++) {
    const value = (table[at] ?? 0) * scale
    table[at] = value
    table[count - 1 - at] = -value
  }
  return table
}
