import type { Candle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import type { OpenSpan } from '#core/market/trading-hours.ts'
import type { Price } from '#core/money/amounts.ts'
import { addMinuteSamples } from '#server/feed/sim/brownian-bridge.ts'
import { deriveKey, exponential } from '#server/feed/sim/deterministic-math.ts'
import { drawTicks, type MinuteTicks, tickCount } from '#server/feed/sim/minute-ticks.ts'
import { dayMinutes, type RandomProcess, samplesPerMinute } from '#server/feed/sim/random-process.ts'
import type { Component } from '#server/feed/sim/sim-model.ts'

/** The prices of one simulated market. Each of its open spans has an opening gap of its own. */
export type SimMarket = {
  readonly openingGap: (span: OpenSpan, before: OpenSpan | undefined) => OpeningGap
  /** What all the ticks of a minute fold into, without drawing them. Minutes are counted from the epoch. */
  readonly candle: (minute: number, gap: OpeningGap) => Candle
  readonly ticks: (minute: number, gap: OpeningGap) => MinuteTicks
}

type SimMarketParts = {
  readonly jumpLimitPpm: number
  readonly key: number
  /** The price, in steps, around which it moves. */
  readonly level: number
  readonly processes: readonly WeightedProcess[]
  readonly spreadPpm: number
  readonly ticksPerSecond: number
}

export function createSimMarket(parts: SimMarketParts): SimMarket {
  const path = createMarketPath(parts.processes)
  const bidOf = (logarithm: number) => bidAtLevel(parts.level, logarithm)
  const countOf = (minute: MinutePath, key: number) =>
    tickCount(minute, path.dayDeviation, parts.ticksPerSecond, deriveKey(key, -1))
  return {
    openingGap: (span, before) => computeOpeningGap(path, parts.jumpLimitPpm, span, before),
    candle(minute, gap) {
      const drawn = path.minute(minute)
      subtractGap(drawn.samples, gap, minute * minuteMs)
      const { open, high, low, close } = extremes(drawn.samples)
      const volume = countOf(drawn, deriveKey(parts.key, minute))
      const startMs = minute * minuteMs
      return { startMs, open: bidOf(open), high: bidOf(high), low: bidOf(low), close: bidOf(close), volume }
    },
    ticks(minute, gap) {
      const drawn = path.minute(minute)
      subtractGap(drawn.samples, gap, minute * minuteMs)
      const { high, low } = extremes(drawn.samples)
      const key = deriveKey(parts.key, minute)
      return drawTicks({
        path: drawn,
        startMs: minute * minuteMs,
        count: countOf(drawn, key),
        key,
        bidOf,
        high: bidOf(high),
        low: bidOf(low),
        spreadPpm: parts.spreadPpm,
      })
    },
  }
}

function bidAtLevel(level: number, logarithm: number): Price {
  return Math.max(1, Math.round(level * exponential(logarithm))) as Price
}

function extremes(marks: Float64Array) {
  const open = marks[0] ?? 0
  let [high, low] = [open, open]
  for (let at = 1; at < marks.length; at++) {
    const mark = marks[at] ?? 0
    if (mark > high) high = mark
    else if (mark < low) low = mark
  }
  return { open, high, low, close: marks[marks.length - 1] ?? 0 }
}

function subtractGap(marks: Float64Array, gap: OpeningGap, startMs: number): void {
  if (gap.excess === 0) return
  const markMs = minuteMs / (marks.length - 1)
  for (let at = 0; at < marks.length; at++) {
    marks[at] = (marks[at] ?? 0) - remainingGap(gap, startMs + at * markMs)
  }
}

/** One minute of a market, as logarithms of its price over its level. */
export type MinutePath = {
  /** From its start to its end. The same array for every minute: read it before you ask for the next. */
  readonly samples: Float64Array
  /** How much it moves, jumps aside. */
  readonly deviation: number
  /** How much that hour of that weekday moves as a rule; 1 is the mean of a working day. */
  readonly typicalVariance: number
  /** Since how many minutes there has been a jump; one that is long past does not count. */
  readonly minutesSinceJump: number
}

type MarketPath = {
  /** Minutes are counted from the epoch. */
  readonly minute: (minute: number) => MinutePath
  /** Where a minute starts, without its inside. */
  readonly valueAtStart: (minute: number) => number
  /** The deviation of a usual day's move. */
  readonly dayDeviation: number
}

type WeightedProcess = Pick<Component, 'weight'> & { readonly process: RandomProcess }

/** A market's price is a weighted sum of processes, so that what shares processes moves together. */
function createMarketPath(parts: readonly WeightedProcess[]): MarketPath {
  const marks = new Float64Array(samplesPerMinute)
  const dayVariance = parts.reduce((sum, { weight }) => sum + weight * weight, 0)
  return {
    dayDeviation: Math.sqrt(dayVariance),
    valueAtStart(minute) {
      const [day, at] = split(minute)
      return parts.reduce((sum, { process, weight }) => sum + weight * (process.day(day).values[at] ?? 0), 0)
    },
    minute(minute) {
      const day = Math.floor(minute / dayMinutes)
      const at = minute - day * dayMinutes
      let variance = 0
      let usual = 0
      let minutesSinceJump = Number.POSITIVE_INFINITY
      marks.fill(0)
      for (const { process, weight } of parts) {
        const path = process.day(day)
        addMinuteSamples(path, at, weight, marks)
        variance += weight * weight * (path.variances[at] ?? 0)
        usual += weight * weight * ((path.clock[at + 1] ?? 0) - (path.clock[at] ?? 0))
        const since = path.jump === undefined ? -1 : at - path.jump.minute
        if (since >= 0 && since < minutesSinceJump) minutesSinceJump = since
      }
      const usualVariance = (usual * dayMinutes) / dayVariance
      return {
        samples: marks,
        deviation: Math.sqrt(variance),
        typicalVariance: usualVariance,
        minutesSinceJump,
      }
    },
  }
}

function split(minute: number): readonly [day: number, at: number] {
  const day = Math.floor(minute / dayMinutes)
  return [day, minute - day * dayMinutes]
}

/** What of the move since the last close is not made at the opening but caught up with afterwards. */
export type OpeningGap = { readonly excess: number; readonly fromMs: number; readonly lengthMs: number }

/** Leaves room for what else the first price may do. */
const largestShareOfLimit = 0.6
const catchUpMs = 4 * 3_600_000

/**
 * After a long holiday the price may be further from the last one than a market holds back as a jump. It then opens as
 * near as is allowed and makes up for the rest over some hours, at the latest by the end of the span.
 */
export function computeOpeningGap(
  path: MarketPath,
  jumpLimitPpm: number,
  span: OpenSpan,
  before: OpenSpan | undefined,
): OpeningGap {
  const largest = (jumpLimitPpm / 1_000_000) * largestShareOfLimit
  const lengthMs = Math.min(catchUpMs, span.toMs - span.fromMs)
  if (before === undefined) return { excess: 0, fromMs: span.fromMs, lengthMs }
  const move = path.valueAtStart(minuteOf(span.fromMs)) - path.valueAtStart(minuteOf(before.toMs))
  const excess = move - Math.max(-largest, Math.min(largest, move))
  return { excess, fromMs: span.fromMs, lengthMs }
}

/** How far the price is kept from where its processes are. */
export function remainingGap({ excess, fromMs, lengthMs }: OpeningGap, timeMs: number): number {
  if (excess === 0) return 0
  const left = 1 - (timeMs - fromMs) / lengthMs
  return left > 0 ? excess * left * left : 0
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / minuteMs)
}
