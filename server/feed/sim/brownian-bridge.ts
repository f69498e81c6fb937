import { deriveKey, gaussian, uniform } from '#server/feed/sim/deterministic-math.ts'
import { type DayPath, samplesPerMinute } from '#server/feed/sim/random-process.ts'

/** A stretch of marks whose ends are known and whose inside is to be drawn. */
type BridgeSegment = {
  /** One value for each mark; those between two known ones are filled in. */
  readonly values: Float64Array
  /** The variance of each step from one mark to the next, filled in too. */
  readonly variances: Float64Array
  /** How much of the whole movement is expected by each mark; it grows from each to the next. */
  readonly clock: Float64Array
  /** What its moves are drawn from. */
  readonly key: number
  /** What its calm and busy times are drawn from: markets are restless together, whichever way they go. */
  readonly volatilityKey: number
  /** From 0, busy and calm times only as the clock says, to 1: calm and busy times of its own, fat tails. */
  readonly clustering: number
}

/**
 * Fills in a Brownian bridge between two marks by halving. Its variance is shared out by the clock, but unevenly by
 * chance at each halving, which makes calm and busy times at every scale, as in real markets. Every mark in between is
 * the middle of one halving only, so its own number is all that its chance depends on.
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

/** How much of the variance falls into the first half: always between 0 and 1, often far from what is expected. */
function clusteredShare(expected: number, moodKey: number, burstiness: number): number {
  const chance = 2 * uniform(moodKey) - 1
  const lean = chance * (2 - Math.abs(chance))
  return expected * (1 + burstiness * lean * (1 - expected))
}

function valueAt(marks: Float64Array, index: number): number {
  return marks[index] ?? 0
}

const lastSample = samplesPerMinute - 1

const perHalving = Math.sqrt(0.5)
const scratch = new Float64Array(samplesPerMinute)

/** Adds `weight` times the process at each mark of a minute to what is in `marks`. */
export function addMinuteSamples(path: DayPath, minute: number, weight: number, marks: Float64Array): void {
  const jump = path.jump?.minute === minute ? path.jump : undefined
  scratch[0] = path.values[minute] ?? 0
  scratch[lastSample] = (path.values[minute + 1] ?? 0) - (jump?.size ?? 0)
  fillMinuteBridge(deriveKey(path.key, minute), Math.sqrt(path.variances[minute] ?? 0))
  for (let mark = 0; mark <= lastSample; mark++) {
    const beyond = jump !== undefined && mark >= jump.sample ? jump.size : 0
    marks[mark] = (marks[mark] ?? 0) + weight * ((scratch[mark] ?? 0) + beyond)
  }
}

/** A Brownian bridge of even variance: the middle of two marks strays by half the deviation between them. */
function fillMinuteBridge(key: number, deviation: number): void {
  let stray = deviation / 2
  for (let step = lastSample >> 1; step >= 1; step >>= 1) {
    for (let at = step; at < lastSample; at += 2 * step) {
      const mean = ((scratch[at - step] ?? 0) + (scratch[at + step] ?? 0)) / 2
      scratch[at] = mean + stray * gaussian(deriveKey(key, at))
    }
    stray *= perHalving
  }
}
