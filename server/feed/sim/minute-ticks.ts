import { minuteMs } from '#core/candle/period.ts'
import { deriveKey, gaussian, uniform } from '#server/feed/sim/deterministic-math.ts'
import { dayMinutes, samplesPerMinute } from '#server/feed/sim/random-process.ts'
import type { MinutePath } from '#server/feed/sim/sim-market.ts'

/** The ticks of a minute, in order, as columns. */
export type MinuteTicks = {
  readonly timesMs: Float64Array
  readonly bids: Float64Array
  readonly asks: Float64Array
}

type TickParams = {
  readonly path: MinutePath
  readonly startMs: number
  readonly count: number
  readonly key: number
  readonly bidOf: (logarithm: number) => number
  /** The highest and the lowest bid of the minute's marks. */
  readonly high: number
  readonly low: number
  readonly spreadPpm: number
}

const slots = samplesPerMinute - 1
const slotMs = minuteMs / slots
/** No two ticks stand at the same moment: each keeps to the middle of its own stretch of time. */
const edge = 0.05

/**
 * A minute has sixteen slots of time. The first tick is its first mark; the last of each slot is the mark at the slot's
 * end; the others lie in between and stray a little, but never beyond the highest and the lowest mark. So the ticks
 * fold into a candle that the marks alone tell.
 */
export function drawTicks(drawing: TickParams): MinuteTicks {
  const { count } = drawing
  const ticks = {
    timesMs: new Float64Array(count),
    bids: new Float64Array(count),
    asks: new Float64Array(count),
  }
  const spread = (drawing.spreadPpm / 1_000_000) * spreadFactor(drawing.path)
  let at = 0
  for (let slot = 0; slot < slots; slot++) {
    const inSlot = ticksInSlot(count, slot)
    for (let tick = 0; tick < inSlot; tick++) {
      const key = deriveKey(drawing.key, at)
      const bid = bidAt(drawing, slot, slot === 0 ? tick / (inSlot - 1) : (tick + 1) / inSlot, key)
      const within = (tick + edge + (1 - 2 * edge) * uniform(deriveKey(key, 1))) / inSlot
      ticks.timesMs[at] = drawing.startMs + Math.floor(slotMs * (slot + within))
      ticks.bids[at] = bid
      ticks.asks[at] = bid + spreadSteps(bid * spread, deriveKey(key, 2))
      at++
    }
  }
  return ticks
}

/** One each, what is left shared out evenly, and one more in the first slot, for the minute's first mark. */
function ticksInSlot(count: number, slot: number): number {
  const left = count - samplesPerMinute
  const shared = Math.floor((left * (slot + 1)) / slots) - Math.floor((left * slot) / slots)
  return 1 + shared + (slot === 0 ? 1 : 0)
}

/** Between two marks: on the line from one to the other, and off it by what a bridge would stray. */
function bidAt({ path, bidOf, high, low }: TickParams, slot: number, along: number, key: number): number {
  const from = path.samples[slot] ?? 0
  const to = path.samples[slot + 1] ?? 0
  if (along === 1) return bidOf(to)
  const stray = (2 * along * (1 - along) * path.deviation) / Math.sqrt(slots)
  const bid = bidOf(from + along * (to - from) + stray * gaussian(key))
  return Math.max(low, Math.min(high, bid))
}

const perDeviation = Math.sqrt(dayMinutes)

/**
 * How many ticks a minute has: from half to twice the usual, more when it moves more. Never fewer than its marks, so
 * that its highest and its lowest are always among them.
 */
export function tickCount(
  path: MinutePath,
  dayDeviation: number,
  ticksPerSecond: number,
  key: number,
): number {
  const liveliness = 0.4 + (0.5 * perDeviation * path.deviation) / dayDeviation
  const rate = Math.max(0.5, Math.min(2, liveliness * (0.85 + 0.3 * uniform(key))))
  return Math.max(samplesPerMinute, Math.round(60 * ticksPerSecond * rate))
}

const widest = 4
/** In the minute of a jump and in those after it. */
const afterJump = [2.5, 1.8, 1.4, 1.2] as const

/** How much wider the spread is than in busy hours: when little is traded, and around a jump. */
function spreadFactor({ typicalVariance: usualVariance, minutesSinceJump }: MinutePath): number {
  const quiet = Math.sqrt(Math.sqrt(1 / usualVariance))
  const shaken = afterJump[minutesSinceJump] ?? 1
  return Math.min(widest, Math.max(1, quiet) * shaken)
}

/** Most ticks have the spread of their minute, some a little more or less. At least one step. */
function spreadSteps(usualSteps: number, key: number): number {
  const chance = uniform(key)
  const stray = chance < 0.15 ? 0.8 : chance < 0.75 ? 1 : chance < 0.93 ? 1.2 : 1.5
  return Math.max(1, Math.round(usualSteps * stray))
}
