// A predictable feed history: a quote every thirty seconds, whose price is a function of the time.
import { addQuote, aggregateCandles, type Candle, startCandle } from '#core/candle/candle.ts'
import { candleStart } from '#core/candle/period.ts'
import { type OpenSpans, spanAt } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import type { Feed, FeedHistory } from '#server/feed/feed.ts'

const everyMs = 30_000

export function bidAt(timeMs: number) {
  return price(100_000 + ((Math.floor(timeMs / everyMs) * 7919) % 997))
}

export function steadyTicks(spans: OpenSpans, fromMs: number, untilMs: number) {
  const ticks = []
  for (let timeMs = Math.ceil(fromMs / everyMs) * everyMs; timeMs <= untilMs; timeMs += everyMs) {
    if (spanAt(spans, timeMs) !== undefined) {
      ticks.push({ bid: bidAt(timeMs), ask: price(bidAt(timeMs) + 8), timeMs })
    }
  }
  return ticks
}

export type SteadyHistory = FeedHistory & {
  readonly aggregations: { count: number }
  /** The same as `minutes`, at once. */
  readonly knownMinutes: (fromMs: number, untilMs: number) => readonly Candle[]
  readonly lastQuoteAt: NonNullable<Feed['lastQuoteAt']>
}

export function createSteadyHistory(spans: OpenSpans): SteadyHistory {
  const aggregations = { count: 0 }
  const knownMinutes = (fromMs: number, untilMs: number) => minutesOf(steadyTicks(spans, fromMs, untilMs))
  return {
    aggregations,
    knownMinutes,
    minutes: async (_marketId, fromMs, untilMs) => knownMinutes(fromMs, untilMs),
    lastQuoteAt: (_marketId, timeMs) => steadyTicks(spans, timeMs - 10 * 86_400_000, timeMs).at(-1),
    async aggregateDays(_marketId, fromDayMs, toDayMs, period) {
      aggregations.count += 1
      return aggregateCandles(knownMinutes(fromDayMs, toDayMs - 1), period)
    },
  }
}

function minutesOf(ticks: ReturnType<typeof steadyTicks>): readonly Candle[] {
  const candles: Candle[] = []
  for (const { bid, timeMs } of ticks) {
    const startMs = candleStart(timeMs, '1min')
    const last = candles.at(-1)
    if (last?.startMs === startMs) candles[candles.length - 1] = addQuote(last, bid)
    else candles.push(startCandle(startMs, bid))
  }
  return candles
}
