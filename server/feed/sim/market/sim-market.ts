import type { Candle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import type { OpenSpan } from '#core/market/open-spans.ts'
import type { Price } from '#core/money/price.ts'
import { exponential } from '#server/feed/sim/chance/exponential.ts'
import { subKey } from '#server/feed/sim/chance/hash.ts'
import {
  createMarketPath,
  type MinutePath,
  type WeightedProcess,
} from '#server/feed/sim/market/market-path.ts'
import { drawTicks, type MinuteTicks } from '#server/feed/sim/market/minute-ticks.ts'
import { gapLeft, type OpeningGap, openingGapOf } from '#server/feed/sim/market/opening-gap.ts'
import { tickCount } from '#server/feed/sim/market/tick-count.ts'

/** The prices of one simulated market. Each of its open spans has an opening gap of its own. */
export type SimMarket = {
  readonly gapOf: (span: OpenSpan, before: OpenSpan | undefined) => OpeningGap
  /** What all the ticks of a minute fold into, without drawing them. Minutes are counted from the epoch. */
  readonly candle: (minute: number, gap: OpeningGap) => Candle
  readonly ticks: (minute: number, gap: OpeningGap) => MinuteTicks
}

export type SimMarketParts = {
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
    tickCount(minute, path.dayDeviation, parts.ticksPerSecond, subKey(key, -1))
  return {
    gapOf: (span, before) => openingGapOf(path, parts.jumpLimitPpm, span, before),
    candle(minute, gap) {
      const drawn = path.minute(minute)
      keepGap(drawn.marks, gap, minute * minuteMs)
      const { open, high, low, close } = extremes(drawn.marks)
      const volume = countOf(drawn, subKey(parts.key, minute))
      const startMs = minute * minuteMs
      return { startMs, open: bidOf(open), high: bidOf(high), low: bidOf(low), close: bidOf(close), volume }
    },
    ticks(minute, gap) {
      const drawn = path.minute(minute)
      keepGap(drawn.marks, gap, minute * minuteMs)
      const { high, low } = extremes(drawn.marks)
      const key = subKey(parts.key, minute)
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

function keepGap(marks: Float64Array, gap: OpeningGap, startMs: number): void {
  if (gap.excess === 0) return
  const markMs = minuteMs / (marks.length - 1)
  for (let at = 0; at < marks.length; at++) {
    marks[at] = (marks[at] ?? 0) - gapLeft(gap, startMs + at * markMs)
  }
}
