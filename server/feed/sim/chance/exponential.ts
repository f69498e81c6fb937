const reciprocals = Float64Array.from({ length: 14 }, (_, power) => 1 / power)

/**
 * e to the x, for x between −20 and 20. Math.exp may differ in its last bit from one engine to the next; this uses
 * only operations that IEEE 754 fixes to the bit, so that a price is the same everywhere.
 */
export function exponential(x: number): number {
  const doublings = Math.floor(x * Math.LOG2E + 0.5)
  const rest = x - doublings * Math.LN2
  return series(rest) * powerOfTwo(doublings)
}

/** Taylor's series to the 13th power: within the last bits for |x| up to ln 2 ÷ 2. */
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
