import { coarseNormal, largestCoarseNormal, normal, uniform } from '#server/feed/sim/deterministic-math.ts'
import { wordAt } from '#server/feed/sim/key-stream.ts'

type VarianceParts = {
  /** Cumulative expected variance at each step's start, and at the end of the last; strictly increasing. */
  readonly clock: Float64Array
  /** A random word for each halving, by its middle. Markets share it: they are volatile at the same times. */
  readonly regimes: Uint8Array
  /** Volatility clustering: 0 follows the clock exactly, 1 gives strong clusters and fat tails. */
  readonly clustering: number
}

/**
 * Divides a variance among the steps of a clock by repeated halving. The clock gives the shares, but each halving
 * shifts them at random to one side. That clusters volatility at every scale, as in real markets.
 */
export function divideVariance(parts: VarianceParts, variance: number): Float64Array {
  const variances = new Float64Array(parts.clock.length - 1)
  divide(parts, variances, 0, variances.length, variance)
  return variances
}

function divide(
  parts: VarianceParts,
  variances: Float64Array,
  low: number,
  high: number,
  variance: number,
): void {
  if (high - low === 1) {
    variances[low] = variance
    return
  }
  const { clock, regimes, clustering } = parts
  const middle = (low + high) >> 1
  const [from = 0, to = 0] = [clock[low], clock[high]]
  const expected = ((clock[middle] ?? 0) - from) / (to - from)
  const before = variance * clusteredShare(expected, wordAt(regimes, middle), clustering)
  divide(parts, variances, low, middle, before)
  divide(parts, variances, middle, high, variance - before)
}

/** Share of the variance in the first half, between 0 and 1. With clustering it is often far from `expected`. */
function clusteredShare(expected: number, word: number, clustering: number): number {
  const draw = 2 * uniform(word) - 1
  const skew = draw * (2 - Math.abs(draw))
  return expected * (1 + clustering * skew * (1 - expected))
}

/**
 * Fills the values between the first and the last, which are given, with a Brownian bridge whose steps have these
 * variances, from a random word for each step. If the last value is the first plus a normal move with the sum of the
 * variances, the steps are independent of each other: nothing in the path so far tells its direction from then on.
 */
export function fillBridge(values: Float64Array, variances: Float64Array, words: Uint8Array): void {
  const last = variances.length
  const end = values[last] ?? 0
  let left = variances.reduce((sum, variance) => sum + variance, 0)
  let value = values[0] ?? 0
  for (let step = 0; step < last - 1; step++) {
    const variance = variances[step] ?? 0
    const rest = Math.max(0, left - variance)
    value +=
      ((end - value) * variance + Math.sqrt(variance * rest * left) * normal(wordAt(words, step))) / left
    values[step + 1] = value
    left = rest
  }
}

/**
 * Adds normal moves of a process to the moves of others. A coarse normal distribution suffices for moves of seconds.
 * `bytes` has a random byte for each move, from `firstByte` on.
 */
export function addMoves(moves: Float64Array, deviation: number, bytes: Uint8Array, firstByte: number): void {
  for (let at = 0; at < moves.length; at++) {
    moves[at] = (moves[at] ?? 0) + deviation * coarseNormal(bytes[firstByte + at] ?? 0)
  }
}

/**
 * Fills the values after the one at `at` with a bridge of equal steps to `end`. Its moves start at the same index. They
 * are shifted so that the last value is the end.
 */
export function fillEvenBridge(
  values: Float64Array,
  at: number,
  steps: number,
  end: number,
  moves: Float64Array,
): void {
  let walked = 0
  for (let step = at; step < at + steps; step++) walked += moves[step] ?? 0
  let value = values[at] ?? 0
  const shift = (end - value - walked) / steps
  const last = at + steps
  for (let step = at; step < last - 1; step++) {
    value += shift + (moves[step] ?? 0)
    values[step + 1] = value
  }
  values[last] = end
}

/**
 * The furthest that an even bridge can be from the straight line between its ends, in standard deviations of the move
 * over all its steps.
 */
export function evenBridgeBound(steps: number): number {
  return (largestCoarseNormal * Math.sqrt(steps)) / 2
}
