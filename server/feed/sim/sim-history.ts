import { addQuote, type Candle, mergeCandles, startCandle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import { firstEndingAfter, type OpenSpan, type OpenSpans } from '#core/market/trading-hours.ts'
import { type Price, price } from '#core/money/amounts.ts'
import type { FeedQuote } from '#server/feed/feed-types.ts'
import type { MinuteTicks } from '#server/feed/sim/minute-ticks.ts'
import type { OpeningGap, SimMarket } from '#server/feed/sim/sim-market.ts'

export type Tick = { readonly timeMs: number; readonly bid: number; readonly ask: number }

/** The ticks of a minute in which the market is open, in order. */
export function openTicks(market: SimMarket, spans: OpenSpans, minute: number): readonly Tick[] {
  const startMs = minute * minuteMs
  const ticks: Tick[] = []
  for (let at = firstEndingAfter(spans, startMs); at < spans.length; at++) {
    const span = spans[at]
    if (span === undefined || span.fromMs >= startMs + minuteMs) break
    ticks.push(...ticksInSpan(market.ticks(minute, market.openingGap(span, spans[at - 1])), span))
  }
  return ticks
}

function* ticksInSpan({ timesMs, bids, asks }: MinuteTicks, span: OpenSpan): Generator<Tick> {
  for (let at = 0; at < timesMs.length; at++) {
    const timeMs = timesMs[at] ?? 0
    if (timeMs >= span.fromMs && timeMs < span.toMs) {
      yield { timeMs, bid: bids[at] ?? 0, ask: asks[at] ?? 0 }
    }
  }
}

/** Every whole minute has ticks, so what is not found in this one and the one before is not in the span. */
const minutesBack = 1

/** The last tick at or before a moment, from the span before if the present one has none yet, and so on. */
export function lastQuote(market: SimMarket, spans: OpenSpans, timeMs: number): FeedQuote | undefined {
  for (let at = Math.min(firstEndingAfter(spans, timeMs), spans.length - 1); at >= 0; at--) {
    const span = spans[at]
    if (span === undefined || span.fromMs > timeMs) continue
    const quote = lastWithin(market, market.openingGap(span, spans[at - 1]), span, timeMs)
    if (quote !== undefined) return quote
  }
  return undefined
}

function lastWithin(market: SimMarket, gap: OpeningGap, span: OpenSpan, byMs: number): FeedQuote | undefined {
  const untilMs = Math.min(byMs, span.toMs - 1)
  const minute = Math.floor(untilMs / minuteMs)
  for (let back = 0; back <= minutesBack; back++) {
    const ticks = market.ticks(minute - back, gap)
    const at = ticks.timesMs.findLastIndex((tickMs) => tickMs >= span.fromMs && tickMs <= untilMs)
    const timeMs = ticks.timesMs[at]
    if (timeMs !== undefined)
      return { bid: price(ticks.bids[at] ?? 0), ask: price(ticks.asks[at] ?? 0), timeMs }
  }
  return undefined
}

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
    for (const candle of candlesWithin(market, market.openingGap(span, spans[at - 1]), within)) {
      // Two spans may share a minute, so a candle is handed on only when the next has begun.
      if (last?.startMs === candle.startMs) last = mergeCandles(last, candle)
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
