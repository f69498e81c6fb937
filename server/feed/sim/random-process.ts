import { fillBridge } from '#server/feed/sim/brownian-bridge.ts'
import { deriveKey, gaussian, uniform } from '#server/feed/sim/deterministic-math.ts'
import type { VarianceClock } from '#server/feed/sim/trading-activity.ts'

export const dayMinutes = 1440
/** A minute is drawn at its start, its end, and every sixteenth of it in between. */
export const samplesPerMinute = 17

/** One day of a process. */
export type DayPath = {
  /** At the start of each minute, and at the end of the last. */
  readonly values: Float64Array
  /** How much each minute moves, jumps aside. */
  readonly variances: Float64Array
  /** How much it was expected to have moved by each minute, whatever the chance of the day. */
  readonly clock: Float64Array
  readonly jump: Jump | undefined
  /** What the inside of its minutes is drawn from. */
  readonly key: number
}

/** A sudden move, as on news. */
type Jump = {
  readonly minute: number
  /** The first mark within the minute that is beyond it. */
  readonly sample: number
  readonly size: number
}

/** Something that moves by chance, by about 1 on a day from Monday to Friday: a factor, or what is an asset's own. */
export type RandomProcess = { readonly day: (day: number) => DayPath }

/** A restart asks for two days of every market, a worker for one day after the other. */
const cachedDays = 4
const minuteClustering = 0.95

export function createRandomProcess(parts: ProcessParts): RandomProcess {
  const { key, volatilityKey: moodKey, clockOf } = parts
  const anchorsOf = createDayAnchors(parts)
  return {
    day: createLruMemo(cachedDays, (day) =>
      drawDay(deriveKey(key, day), deriveKey(moodKey, day), clockOf(day), anchorsOf(day)),
    ),
  }
}

type Ends = { readonly from: number; readonly to: number; readonly variance: number }

function drawDay(key: number, moodKey: number, clock: Float64Array, { from, to, variance }: Ends): DayPath {
  const values = new Float64Array(dayMinutes + 1)
  const variances = new Float64Array(dayMinutes)
  values[0] = from
  values[dayMinutes] = to
  fillBridge(
    { values, variances, clock, key, volatilityKey: moodKey, clustering: minuteClustering },
    0,
    dayMinutes,
    variance,
  )
  const jump = drawJump(deriveKey(key, -1), clock)
  if (jump !== undefined) addJump(values, clock, jump)
  return { values, variances, clock, jump, key: deriveKey(key, -2) }
}

type ProcessParts = {
  /** What its moves are drawn from. */
  readonly key: number
  /** What its calm and busy times are drawn from, shared by many processes. */
  readonly volatilityKey: number
  readonly clockOf: VarianceClock
}

/** Where a process is when a day begins and when it ends, and how much it moves in between. */
type DayAnchors = (day: number) => {
  readonly from: number
  readonly to: number
  readonly variance: number
}

/**
 * Every so many days a process returns to a place near 0, drawn anew each time and independent of the last, so that a
 * price never wanders off for good; a bridge leads from one place to the next.
 */
const cycleDays = 256
const cycleDeviation = 5
const dailyClustering = 0.4
const cachedCycles = 2

function createDayAnchors(parts: ProcessParts): DayAnchors {
  const drawn = createLruMemo(cachedCycles, (stage: number) => drawCycle(parts, stage))
  return (day) => {
    const stage = Math.floor(day / cycleDays)
    const { values, variances } = drawn(stage)
    const at = day - stage * cycleDays
    return { from: values[at] ?? 0, to: values[at + 1] ?? 0, variance: variances[at] ?? 0 }
  }
}

function drawCycle({ key, volatilityKey: moodKey, clockOf }: ProcessParts, stage: number) {
  const values = new Float64Array(cycleDays + 1)
  const variances = new Float64Array(cycleDays)
  const clock = new Float64Array(cycleDays + 1)
  for (let at = 0; at < cycleDays; at++) {
    clock[at + 1] = (clock[at] ?? 0) + (clockOf(stage * cycleDays + at)[dayMinutes] ?? 0)
  }
  values[0] = cycleStart(key, stage)
  values[cycleDays] = cycleStart(key, stage + 1)
  const keys = {
    key: deriveKey(deriveKey(key, -3), stage),
    moodKey: deriveKey(deriveKey(moodKey, -3), stage),
  }
  fillBridge(
    { values, variances, clock, ...keys, clustering: dailyClustering },
    0,
    cycleDays,
    clock[cycleDays] ?? 0,
  )
  return { values, variances }
}

function cycleStart(key: number, stage: number): number {
  return cycleDeviation * gaussian(deriveKey(deriveKey(key, -4), stage))
}

/** About one in so many days has one; days on which little is traded have none. */
const daysBetween = 6
const leastDay = 0.5
/** In days of ordinary movement: with the wildest market of each kind still far below the limit for jumps. */
const smallest = 0.12
const largest = 0.4

/** Jumps fall mostly where much is traded. */
function drawJump(key: number, clock: Float64Array): Jump | undefined {
  const whole = clock[dayMinutes] ?? 0
  if (whole < leastDay || uniform(deriveKey(key, 0)) * daysBetween >= 1) return undefined
  const size = smallest + (largest - smallest) * uniform(deriveKey(key, 1))
  return {
    minute: minuteBy(clock, whole * uniform(deriveKey(key, 2))),
    sample: 1 + Math.floor((samplesPerMinute - 1) * uniform(deriveKey(key, 3))),
    size: uniform(deriveKey(key, 4)) < 0.5 ? -size : size,
  }
}

/** The rest of the day makes up for it bit by bit, since the day's end is given. */
function addJump(values: Float64Array, clock: Float64Array, { minute, size }: Jump): void {
  const whole = clock[dayMinutes] ?? 0
  for (let at = 0; at <= dayMinutes; at++) {
    const made = at > minute ? 1 : 0
    values[at] = (values[at] ?? 0) + size * (made - (clock[at] ?? 0) / whole)
  }
}

/** The minute in which the clock passes this amount. */
function minuteBy(clock: Float64Array, amount: number): number {
  let minute = 0
  while (minute < dayMinutes - 1 && (clock[minute + 1] ?? 0) <= amount) minute++
  return minute
}

/** Remembers what was computed last, by a number. The newest is found without a look-up, as it is asked for most. */
function createLruMemo<Value>(most: number, compute: (index: number) => Value): (index: number) => Value {
  const kept = new Map<number, Value>()
  let lastIndex = Number.NaN
  let last: Value
  return (index) => {
    if (index === lastIndex) return last
    const known = kept.get(index)
    last = known ?? compute(index)
    lastIndex = index
    // A Map keeps the order of insertion, so the first is the one that was not asked for the longest.
    kept.delete(index)
    kept.set(index, last)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return last
  }
}
