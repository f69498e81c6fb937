import { addQuote, type Candle, startCandle } from '#core/candle/candle.ts'
import { joinCandles } from '#core/candle/fold-candles.ts'
import { minuteMs } from '#core/candle/period.ts'
import { firstEndingAfter, type OpenSpans } from '#core/market/open-spans.ts'
import type { Price } from '#core/money/price.ts'
import type { MinuteTicks } from '#server/feed/sim/market/minute-ticks.ts'
import type { OpeningGap } from '#server/feed/sim/market/opening-gap.ts'
import type { SimMarket } from '#server/feed/sim/market/sim-market.ts'

/** The candles of a market's ticks from one moment up to and including another, of open minutes only. */
export function* minuteCandles(
  market: SimMarket,
  spans: OpenSpans,
  fromMs: number,
  untilMs: number,
): Generator<Candle> {
  let last: Candle | undefined
  for (let at = firstEndingAfter(spans, fromMs); at < spans.length; at++) {
    const span = spans[at]
    if (span === undefined || span.fromMs > untilMs) break
    const within = { fromMs: Math.max(fromMs, span.fromMs), untilMs: Math.min(untilMs, span.toMs - 1) }
    for (const candle of candlesWithin(market, market.gapOf(span, spans[at - 1]), within)) {
      // Two spans may share a minute, so a candle is handed on only when the next has begun.
      if (last?.startMs === candle.startMs) last = joinCandles(last, candle)
      else {
        if (last !== undefined) yield last
        last = candle
      }
    }
  }
  if (last !== undefined) yield last
}

type TimeRange = { readonly fromMs: number; readonly untilMs: number }

function* candlesWithin(market: SimMarket, gap: OpeningGap, within: TimeRange): Generator<Candle> {
  const lastMinute = Math.floor(within.untilMs / minuteMs)
  for (let minute = Math.floor(within.fromMs / minuteMs); minute <= lastMinute; minute++) {
    const startMs = minute * minuteMs
    const isWhole = within.fromMs <= startMs && within.untilMs >= startMs + minuteMs - 1
    const candle = isWhole
      ? market.candle(minute, gap)
      : foldTicks(market.ticks(minute, gap), startMs, within)
    if (candle !== undefined) yield candle
  }
}

function foldTicks(ticks: MinuteTicks, startMs: number, { fromMs, untilMs }: TimeRange): Candle | undefined {
  let candle: Candle | undefined
  ticks.timesMs.forEach((timeMs, at) => {
    if (timeMs < fromMs || timeMs > untilMs) return
    const bid = ticks.bids[at] as Price
    candle = candle === undefined ? startCandle(startMs, bid) : addQuote(candle, bid)
  })
  return candle
}
