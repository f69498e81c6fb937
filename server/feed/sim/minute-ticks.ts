import { minuteMs } from '#core/candle/period.ts'
import { deriveKey, gaussian, uniform } from '#server/feed/sim/deterministic-math.ts'
import type { MinutePath } from '#server/feed/sim/market-path.ts'
import { samplesPerMinute } from '#server/feed/sim/random-process.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'

/** Ticks of a minute in time order, one array per column. */
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
  /** Highest and lowest bid among the minute's samples. */
  readonly high: number
  readonly low: number
  readonly spreadPpm: number
}

const slots = samplesPerMinute - 1
const slotMs = minuteMs / slots
/** Each tick keeps away from the edges of its time interval, so that no two have the same timestamp. */
const edge = 0.05

/**
 * A minute has sixteen slots. Its first tick is the first sample, and the last tick of each slot is the sample at the
 * slot's end. The ticks in between deviate a little, but never beyond the highest and the lowest sample. So the
 * candle of the ticks follows from the samples alone.
 */
export function drawTicks(params: TickParams): MinuteTicks {
  const { count } = params
  const ticks = {
    timesMs: new Float64Array(count),
    bids: new Float64Array(count),
    asks: new Float64Array(count),
  }
  const spread = (params.spreadPpm / 1_000_000) * spreadFactor(params.path)
  let at = 0
  for (let slot = 0; slot < slots; slot++) {
    const inSlot = ticksInSlot(count, slot)
    for (let tick = 0; tick < inSlot; tick++) {
      const key = deriveKey(params.key, at)
      const bid = bidAt(params, slot, slot === 0 ? tick / (inSlot - 1) : (tick + 1) / inSlot, key)
      const position = (tick + edge + (1 - 2 * edge) * uniform(deriveKey(key, 1))) / inSlot
      ticks.timesMs[at] = params.startMs + Math.floor(slotMs * (slot + position))
      ticks.bids[at] = bid
      ticks.asks[at] = bid + spreadSteps(bid * spread, deriveKey(key, 2))
      at++
    }
  }
  return ticks
}

/**
 * One tick for each slot, plus an even share of the remaining ticks. The first slot gets one more for the first sample.
 */
function ticksInSlot(count: number, slot: number): number {
  const left = count - samplesPerMinute
  const shared = Math.floor((left * (slot + 1)) / slots) - Math.floor((left * slot) / slots)
  return 1 + shared + (slot === 0 ? 1 : 0)
}

/** Interpolates between two samples and adds the deviation of a Brownian bridge. */
function bidAt({ path, bidOf, high, low }: TickParams, slot: number, along: number, key: number): number {
  const from = path.samples[slot] ?? 0
  const to = path.samples[slot + 1] ?? 0
  if (along === 1) return bidOf(to)
  const deviation = (2 * along * (1 - along) * path.deviation) / Math.sqrt(slots)
  const bid = bidOf(from + along * (to - from) + deviation * gaussian(key))
  return Math.max(low, Math.min(high, bid))
}

const perDeviation = Math.sqrt(dayMinutes)

/**
 * Number of ticks in a minute: half to twice the usual, more when the price moves more. Never fewer than the samples,
 * so that the ticks always include the high and the low.
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

const widestSpreadFactor = 4
/** For the minute of a jump and the three after it. */
const jumpSpreadFactors = [2.5, 1.8, 1.4, 1.2] as const

/** Spread relative to busy hours: wider in quiet hours and after a jump. */
function spreadFactor({ typicalVariance, minutesSinceJump }: MinutePath): number {
  const quietFactor = Math.sqrt(Math.sqrt(1 / typicalVariance))
  const jumpFactor = jumpSpreadFactors[minutesSinceJump] ?? 1
  return Math.min(widestSpreadFactor, Math.max(1, quietFactor) * jumpFactor)
}

/** Most ticks have the typical spread of their minute, some a little less or more. At least one step. */
function spreadSteps(typicalSteps: number, key: number): number {
  const draw = uniform(key)
  const factor = draw < 0.15 ? 0.8 : draw < 0.75 ? 1 : draw < 0.93 ? 1.2 : 1.5
  return Math.max(1, Math.round(typicalSteps * factor))
}
