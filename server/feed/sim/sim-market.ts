import type { Candle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import type { OpenSpan } from '#core/market/trading-hours.ts'
import type { Price } from '#core/money/amounts.ts'
import { deriveKey, exponential } from '#server/feed/sim/deterministic-math.ts'
import {
  createMarketPath,
  type MarketPath,
  type MinutePath,
  type WeightedProcess,
} from '#server/feed/sim/market-path.ts'
import { drawTicks, type MinuteTicks, tickCount } from '#server/feed/sim/minute-ticks.ts'

/** Prices of one simulated market. Minutes are numbered from the epoch. */
export type SimMarket = {
  /** The gap at the start of a session. It applies to every minute of that session. */
  readonly openingGap: (span: OpenSpan, before: OpenSpan | undefined) => OpeningGap
  /** Equals the candle of `ticks`, without generating them. */
  readonly candle: (minute: number, gap: OpeningGap) => Candle
  readonly ticks: (minute: number, gap: OpeningGap) => MinuteTicks
}

type SimMarketParts = {
  readonly jumpLimitPpm: number
  readonly key: number
  /** Price, in steps, that the market fluctuates around. */
  readonly level: number
  readonly processes: readonly WeightedProcess[]
  readonly spreadPpm: number
  readonly ticksPerSecond: number
}

export function createSimMarket(parts: SimMarketParts): SimMarket {
  const marketPath = createMarketPath(parts.processes)
  const bidOf = (logarithm: number) => bidAtLevel(parts.level, logarithm)
  const countOf = (minute: MinutePath, key: number) =>
    tickCount(minute, marketPath.dayDeviation, parts.ticksPerSecond, deriveKey(key, -1))
  return {
    openingGap: (span, before) => computeOpeningGap(marketPath, parts.jumpLimitPpm, span, before),
    candle(minute, gap) {
      const path = marketPath.minute(minute)
      subtractGap(path.samples, gap, minute * minuteMs)
      const { open, high, low, close } = extremes(path.samples)
      const volume = countOf(path, deriveKey(parts.key, minute))
      const startMs = minute * minuteMs
      return { startMs, open: bidOf(open), high: bidOf(high), low: bidOf(low), close: bidOf(close), volume }
    },
    ticks(minute, gap) {
      const path = marketPath.minute(minute)
      subtractGap(path.samples, gap, minute * minuteMs)
      const { high, low } = extremes(path.samples)
      const key = deriveKey(parts.key, minute)
      return drawTicks({
        path,
        startMs: minute * minuteMs,
        count: countOf(path, key),
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

function extremes(samples: Float64Array) {
  const open = samples[0] ?? 0
  let [high, low] = [open, open]
  for (let at = 1; at < samples.length; at++) {
    const sample = samples[at] ?? 0
    if (sample > high) high = sample
    else if (sample < low) low = sample
  }
  return { open, high, low, close: samples[samples.length - 1] ?? 0 }
}

function subtractGap(samples: Float64Array, gap: OpeningGap, startMs: number): void {
  if (gap.excess === 0) return
  const sampleMs = minuteMs / (samples.length - 1)
  for (let at = 0; at < samples.length; at++) {
    samples[at] = (samples[at] ?? 0) - remainingGap(gap, startMs + at * sampleMs)
  }
}

/** The part of the move since the last close that exceeds the allowed gap. It fades out after the open. */
export type OpeningGap = { readonly excess: number; readonly fromMs: number; readonly lengthMs: number }

/**
 * Largest opening gap, as a share of the jump limit. The remaining 40 % is a reserve for the move in the first minute.
 */
const largestShareOfLimit = 0.6
const catchUpMs = 4 * 3_600_000

/**
 * After a long closure the price may have moved by more than the jump limit of the tick filter. The market then opens
 * within the limit and makes up the excess over four hours, or by the end of a shorter session.
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

/** How far the shown price still is from the underlying processes at this time. */
export function remainingGap({ excess, fromMs, lengthMs }: OpeningGap, timeMs: number): number {
  if (excess === 0) return 0
  const left = 1 - (timeMs - fromMs) / lengthMs
  return left > 0 ? excess * left * left : 0
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / minuteMs)
}
