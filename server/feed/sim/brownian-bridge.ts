import { deriveKey, gaussian, uniform } from '#server/feed/sim/deterministic-math.ts'

type BridgeSegment = {
  /** The first and the last value are given; `fillBridge` computes those in between. */
  readonly values: Float64Array
  /** Output: variance of the step from each value to the next. */
  readonly variances: Float64Array
  /** Cumulative expected variance at each value, strictly increasing. */
  readonly clock: Float64Array
  /** Seeds the moves. */
  readonly key: number
  /** Seeds the volatility. Shared between markets: they are volatile at the same times, in either direction. */
  readonly volatilityKey: number
  /** Volatility clustering: 0 follows the clock exactly, 1 gives strong clusters and fat tails. */
  readonly clustering: number
}

/**
 * Fills a Brownian bridge by repeated halving. The clock divides the variance, but each halving divides it unevenly
 * at random. That clusters volatility at every scale, as in real markets. Each index is the midpoint of exactly one
 * halving, so the index alone determines its random number.
 */
export function fillBridge(segment: BridgeSegment, low: number, high: number, variance: number): void {
  if (high - low === 1) {
    segment.variances[low] = variance
    return
  }
  const { values, clock } = segment
  const middle = (low + high) >> 1
  const key = deriveKey(segment.key, middle)
  const expected =
    (valueAt(clock, middle) - valueAt(clock, low)) / (valueAt(clock, high) - valueAt(clock, low))
  const before =
    variance * clusteredShare(expected, deriveKey(segment.volatilityKey, middle), segment.clustering)
  const after = variance - before
  const mean = (valueAt(values, low) * after + valueAt(values, high) * before) / variance
  values[middle] = mean + Math.sqrt((before * after) / variance) * gaussian(key)
  fillBridge(segment, low, middle, before)
  fillBridge(segment, middle, high, after)
}

/** Share of the variance in the first half, between 0 and 1. With clustering it is often far from `expected`. */
function clusteredShare(expected: number, volatilityKey: number, clustering: number): number {
  const draw = 2 * uniform(volatilityKey) - 1
  const skew = draw * (2 - Math.abs(draw))
  return expected * (1 + clustering * skew * (1 - expected))
}

function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? 0
}
