// A random walk that is a pure function of (key, day, minute): any day can be computed without the days before it.
import { fillBridge } from '#server/feed/sim/brownian-bridge.ts'
import { deriveKey, gaussian, uniform } from '#server/feed/sim/deterministic-math.ts'
import { dayMinutes, type VarianceClock } from '#server/feed/sim/trading-activity.ts'

/** A minute is sampled at its start, at its end, and at every sixteenth in between. */
export const samplesPerMinute = 17

/** One day of a process. */
export type DayPath = {
  /** Value at the start of each minute, and at the end of the last. */
  readonly values: Float64Array
  /** Variance of each minute, without the jump. */
  readonly variances: Float64Array
  /** Cumulative expected variance up to each minute. */
  readonly clock: Float64Array
  readonly jump: Jump | undefined
  /** Seeds the samples within its minutes. */
  readonly key: number
}

/** A sudden move, as on news. */
type Jump = {
  readonly minute: number
  /** Index of the first sample after the jump. */
  readonly sample: number
  readonly size: number
}

/** A factor shared by markets, or the part specific to one asset. It moves by about 1 a day from Monday to Friday. */
export type RandomProcess = { readonly day: (day: number) => DayPath }

type ProcessParts = {
  /** Seeds the moves. */
  readonly key: number
  /** Seeds calm and volatile periods. Many processes share it, so that volatility rises in all of them together. */
  readonly volatilityKey: number
  readonly clockOf: VarianceClock
}

/** A restart needs two days of every market. The candle worker goes through the days one after another. */
const cachedDays = 4
const minuteClustering = 0.95

export function createRandomProcess(parts: ProcessParts): RandomProcess {
  const { key, volatilityKey, clockOf } = parts
  const anchorsOf = createDayAnchors(parts)
  return {
    day: createLruMemo(cachedDays, (day) =>
      drawDay(deriveKey(key, day), deriveKey(volatilityKey, day), clockOf(day), anchorsOf(day)),
    ),
  }
}

function drawDay(key: number, volatilityKey: number, clock: Float64Array, anchors: DayAnchors): DayPath {
  const values = new Float64Array(dayMinutes + 1)
  const variances = new Float64Array(dayMinutes)
  values[0] = anchors.from
  values[dayMinutes] = anchors.to
  const segment = { values, variances, clock, key, volatilityKey, clustering: minuteClustering }
  fillBridge(segment, 0, dayMinutes, anchors.variance)
  const jump = drawJump(deriveKey(key, -1), clock)
  if (jump !== undefined) addJump(values, clock, jump)
  return { values, variances, clock, jump, key: deriveKey(key, -2) }
}

/** Value of a process at the start and the end of a day, and the variance in between. */
type DayAnchors = { readonly from: number; readonly to: number; readonly variance: number }

/**
 * Mean reversion: a cycle of 256 days starts at an independent random value near 0, and a Brownian bridge connects it
 * to the start of the next. So a price cannot drift away without bound.
 */
const cycleDays = 256
const cycleDeviation = 5
const dailyClustering = 0.4
const cachedCycles = 2

function createDayAnchors(parts: ProcessParts): (day: number) => DayAnchors {
  const cycleOf = createLruMemo(cachedCycles, (cycle: number) => drawCycle(parts, cycle))
  return (day) => {
    const cycle = Math.floor(day / cycleDays)
    const { values, variances } = cycleOf(cycle)
    const at = day - cycle * cycleDays
    return { from: values[at] ?? 0, to: values[at + 1] ?? 0, variance: variances[at] ?? 0 }
  }
}

function drawCycle({ key, volatilityKey, clockOf }: ProcessParts, cycle: number) {
  const values = new Float64Array(cycleDays + 1)
  const variances = new Float64Array(cycleDays)
  const clock = new Float64Array(cycleDays + 1)
  for (let at = 0; at < cycleDays; at++) {
    clock[at + 1] = (clock[at] ?? 0) + (clockOf(cycle * cycleDays + at)[dayMinutes] ?? 0)
  }
  values[0] = cycleStart(key, cycle)
  values[cycleDays] = cycleStart(key, cycle + 1)
  const keys = {
    key: deriveKey(deriveKey(key, -3), cycle),
    volatilityKey: deriveKey(deriveKey(volatilityKey, -3), cycle),
  }
  const segment = { values, variances, clock, ...keys, clustering: dailyClustering }
  fillBridge(segment, 0, cycleDays, clock[cycleDays] ?? 0)
  return { values, variances }
}

function cycleStart(key: number, cycle: number): number {
  return cycleDeviation * gaussian(deriveKey(deriveKey(key, -4), cycle))
}

/** One day in six has a jump. Days with less than half the usual activity have none. */
const daysPerJump = 6
const leastDayVariance = 0.5
/** In standard deviations of a day. Even in the most volatile market this stays far below the jump limit. */
const smallestJump = 0.12
const largestJump = 0.4

/** Busy minutes are more likely to have the jump. */
function drawJump(key: number, clock: Float64Array): Jump | undefined {
  const whole = clock[dayMinutes] ?? 0
  if (whole < leastDayVariance || uniform(deriveKey(key, 0)) * daysPerJump >= 1) return undefined
  const size = smallestJump + (largestJump - smallestJump) * uniform(deriveKey(key, 1))
  return {
    minute: minuteReaching(clock, whole * uniform(deriveKey(key, 2))),
    sample: 1 + Math.floor((samplesPerMinute - 1) * uniform(deriveKey(key, 3))),
    size: uniform(deriveKey(key, 4)) < 0.5 ? -size : size,
  }
}

/** The value at the day's end is fixed, so the rest of the day offsets the jump gradually. */
function addJump(values: Float64Array, clock: Float64Array, { minute, size }: Jump): void {
  const whole = clock[dayMinutes] ?? 0
  for (let at = 0; at <= dayMinutes; at++) {
    const jumped = at > minute ? 1 : 0
    values[at] = (values[at] ?? 0) + size * (jumped - (clock[at] ?? 0) / whole)
  }
}

/** The minute in which the variance clock passes this amount. */
function minuteReaching(clock: Float64Array, amount: number): number {
  let minute = 0
  while (minute < dayMinutes - 1 && (clock[minute + 1] ?? 0) <= amount) minute++
  return minute
}

const lastSample = samplesPerMinute - 1
const deviationPerHalving = Math.sqrt(0.5)
const scratch = new Float64Array(samplesPerMinute)

/** Adds `weight` × the process to each sample of a minute. */
export function addMinuteSamples(path: DayPath, minute: number, weight: number, samples: Float64Array): void {
  const jump = path.jump?.minute === minute ? path.jump : undefined
  scratch[0] = path.values[minute] ?? 0
  scratch[lastSample] = (path.values[minute + 1] ?? 0) - (jump?.size ?? 0)
  fillMinuteBridge(deriveKey(path.key, minute), Math.sqrt(path.variances[minute] ?? 0))
  for (let at = 0; at <= lastSample; at++) {
    const jumped = jump !== undefined && at >= jump.sample ? jump.size : 0
    samples[at] = (samples[at] ?? 0) + weight * ((scratch[at] ?? 0) + jumped)
  }
}

/** A Brownian bridge of constant variance: a midpoint deviates by half the deviation between its neighbours. */
function fillMinuteBridge(key: number, deviation: number): void {
  let midpointDeviation = deviation / 2
  for (let step = lastSample >> 1; step >= 1; step >>= 1) {
    for (let at = step; at < lastSample; at += 2 * step) {
      const mean = ((scratch[at - step] ?? 0) + (scratch[at + step] ?? 0)) / 2
      scratch[at] = mean + midpointDeviation * gaussian(deriveKey(key, at))
    }
    midpointDeviation *= deviationPerHalving
  }
}

/** Least-recently-used cache by number. The latest result needs no map lookup, because most calls ask for it again. */
function createLruMemo<Value>(capacity: number, compute: (index: number) => Value): (index: number) => Value {
  const cached = new Map<number, Value>()
  let lastIndex = Number.NaN
  let last: Value
  return (index) => {
    if (index === lastIndex) return last
    const known = cached.get(index)
    last = known ?? compute(index)
    lastIndex = index
    // A Map iterates in insertion order, so after this its first key is the least recently used.
    cached.delete(index)
    cached.set(index, last)
    for (const oldest of cached.keys()) {
      if (cached.size <= capacity) break
      cached.delete(oldest)
    }
    return last
  }
}
