import { minuteMs } from '#core/candle/period.ts'
import { uniform } from '#server/feed/sim/deterministic-math.ts'
import { wordAt } from '#server/feed/sim/key-stream.ts'
import type { MinutePath, PriceJump } from '#server/feed/sim/market-path.ts'
import { slotsPerMinute } from '#server/feed/sim/random-process.ts'
import { dayMinutes } from '#server/feed/sim/trading-activity.ts'

/** Ticks of a minute in time order, one array per column. */
export type MinuteTicks = {
  readonly timesMs: Float64Array
  readonly bids: Float64Array
  readonly asks: Float64Array
}

type TickParams = {
  readonly path: MinutePath
  readonly jumps: readonly PriceJump[]
  readonly startMs: number
  readonly count: number
  /** A random word for each step, the same for all markets: when they move. */
  readonly stepWords: Uint8Array
  /** Three random words for each tick. */
  readonly words: Uint8Array
  readonly bidOf: (logarithm: number) => number
  readonly spreadPpm: number
}

/** Shares of a step: all markets move in its first half, and may repeat their price until shortly before its end. */
const [earliest, latest, lastRepeat] = [0.05, 0.5, 0.97] as const

/**
 * Ticks of a minute. Each step has one tick that moves, at the same millisecond in all markets. The others repeat its
 * bid, give or take the smallest step, with another spread. They are never beyond the highest and the lowest of the
 * moves so far in the minute, and its last step is exact. So the candle follows from the points alone. No tick depends on
 * a later point: limits from the whole minute would tell whether the price goes beyond its high.
 */
export function drawTicks({
  path,
  jumps,
  startMs,
  count,
  stepWords,
  words,
  bidOf,
  spreadPpm,
}: TickParams): MinuteTicks {
  const ticks = {
    timesMs: new Float64Array(count),
    bids: new Float64Array(count),
    asks: new Float64Array(count),
  }
  const steps = path.points.length - 1
  const stepMs = minuteMs / steps
  let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  let spread = 0
  let at = 0
  for (let step = 0; step < steps; step++) {
    if (step === 0 || jumps.length > 0) spread = (spreadPpm / 1_000_000) * spreadFactor(path, jumps, step + 1)
    const bid = bidOf(path.points[step + 1] ?? 0)
    highest = Math.max(highest, bid)
    lowest = Math.min(lowest, bid)
    const moved = earliest + (latest - earliest) * uniform(wordAt(stepWords, step))
    const repeats = repeatsInStep(count, steps, step)
    for (let tick = 0; tick <= repeats; tick++) {
      const share = tick === 0 ? 0 : (tick - 0.8 + 0.6 * uniform(wordAt(words, 3 * at))) / repeats
      const isExact = tick === 0 || step === steps - 1 || bid * spread < leastNoisySpread
      const noise = isExact ? 0 : noiseSteps(wordAt(words, 3 * at + 1))
      const shown = Math.min(highest, Math.max(lowest, bid + noise))
      ticks.timesMs[at] = startMs + Math.floor(stepMs * (step + moved + (lastRepeat - moved) * share))
      ticks.bids[at] = shown
      ticks.asks[at] = shown + spreadSteps(bid * spread, wordAt(words, 3 * at + 2))
      at++
    }
  }
  return ticks
}

/** In a market with a narrower spread, a step would be too large a part of it. */
const leastNoisySpread = 4

function noiseSteps(word: number): number {
  const draw = uniform(word)
  return draw < 0.35 ? -1 : draw > 0.65 ? 1 : 0
}

/** The ticks beyond one for each step are spread evenly. */
function repeatsInStep(count: number, steps: number, step: number): number {
  const repeats = count - steps
  return Math.floor((repeats * (step + 1)) / steps) - Math.floor((repeats * step) / steps)
}

const perDeviation = Math.sqrt(dayMinutes)
const mostOfUsual = 2

/** At 2 ticks a second, prices move every 1.25 seconds; at other rates every 5 to 0.625 seconds. */
export function stepsPerSlotOf(ticksPerSecond: number): number {
  return Math.max(1, Math.min(8, Math.round(2 * ticksPerSecond)))
}

/** Number of ticks in a minute: half to twice the usual, more when the price moves more. At least one for each step. */
export function tickCount(shareOfDayDeviation: number, ticksPerSecond: number, word: number): number {
  const rate = 0.4 + 0.5 * perDeviation * shareOfDayDeviation
  const ofUsual = Math.max(0.5, Math.min(mostOfUsual, rate * (0.85 + 0.3 * uniform(word))))
  const steps = slotsPerMinute * stepsPerSlotOf(ticksPerSecond)
  return Math.max(steps, Math.round(60 * ticksPerSecond * ofUsual))
}

const widestSpreadFactor = 4
/** Added by a large jump, for the rest of its minute and the three minutes after it. */
const jumpWidening = [1.5, 0.8, 0.4, 0.2] as const
/** In standard deviations of a day. A smaller jump widens the spread by less, in proportion. */
const largeJump = 0.25

/** Spread relative to busy hours: wider in quiet hours and after a jump, not before it. */
function spreadFactor({ typicalVariance }: MinutePath, jumps: readonly PriceJump[], point: number): number {
  const quietFactor = Math.sqrt(Math.sqrt(1 / typicalVariance))
  const widening = jumps.reduce((most, jump) => Math.max(most, wideningOf(jump, point)), 0)
  return Math.min(widestSpreadFactor, Math.max(1, quietFactor) * (1 + widening))
}

function wideningOf({ minutesAgo, point: first, size }: PriceJump, point: number): number {
  if (minutesAgo === 0 && point < first) return 0
  return (jumpWidening[minutesAgo] ?? 0) * Math.min(1, size / largeJump)
}

/** Most ticks have the typical spread of their minute, some a little less or more. At least one step. */
function spreadSteps(typicalSteps: number, word: number): number {
  const draw = uniform(word)
  const factor = draw < 0.15 ? 0.8 : draw < 0.75 ? 1 : draw < 0.93 ? 1.2 : 1.5
  return Math.max(1, Math.round(typicalSteps * factor))
}
