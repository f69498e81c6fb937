import { bell, even, subKey } from '#server/feed/sim/chance/hash.ts'

/** A stretch of marks whose ends are known and whose inside is to be drawn. */
export type Stretch = {
  /** One value for each mark; those between two known ones are filled in. */
  readonly values: Float64Array
  /** The variance of each step from one mark to the next, filled in too. */
  readonly variances: Float64Array
  /** How much of the whole movement is expected by each mark; it grows from each to the next. */
  readonly clock: Float64Array
  /** What the chance is drawn from. */
  readonly key: number
  /** From 0, busy and calm times only as the clock says, to 1: calm and busy times of its own, fat tails. */
  readonly burstiness: number
}

/**
 * Fills in a Brownian bridge between two marks by halving. Its variance is shared out by the clock, but unevenly by
 * chance at each halving, which makes calm and busy times at every scale, as in real markets. Every mark in between is
 * the middle of one halving only, so its own number is all that its chance depends on.
 */
export function fillBridge(stretch: Stretch, low: number, high: number, variance: number): void {
  if (high - low === 1) {
    stretch.variances[low] = variance
    return
  }
  const { values, clock } = stretch
  const middle = (low + high) >> 1
  const key = subKey(stretch.key, middle)
  const before = variance * unevenShare(at(clock, low), at(clock, middle), at(clock, high), key, stretch)
  const after = variance - before
  const mean = (at(values, low) * after + at(values, high) * before) / variance
  values[middle] = mean + Math.sqrt((before * after) / variance) * bell(key)
  fillBridge(stretch, low, middle, before)
  fillBridge(stretch, middle, high, after)
}

/** How much of the variance falls into the first half: always between 0 and 1. */
function unevenShare(low: number, middle: number, high: number, key: number, stretch: Stretch): number {
  const share = (middle - low) / (high - low)
  const lean = 2 * even(subKey(key, 1)) - 1
  return share * (1 + stretch.burstiness * lean * (1 - share))
}

function at(marks: Float64Array, index: number): number {
  return marks[index] ?? 0
}
