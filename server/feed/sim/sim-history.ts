// The past of a simulated market within its session hours: ticks, candles and the last quote.
import { addQuote, type Candle, mergeCandles, startCandle } from '#core/candle/candle.ts'
import { candleStart, dayMs, minuteMs } from '#core/candle/period.ts'
import { firstEndingAfter, type OpenSpan, type OpenSpans } from '#core/market/trading-hours.ts'
import { type Price, price } from '#core/money/amounts.ts'
import type { FeedQuote } from '#server/feed/feed-types.ts'
import type { MinuteTicks } from '#server/feed/sim/minute-ticks.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'

export type Tick = { readonly timeMs: number; readonly bid: number; readonly ask: number }

/** Ticks of a minute during open hours, in time order. */
export function openTicks(market: SimMarket, spans: OpenSpans, minute: number): readonly Tick[] {
  const startMs = minute * minuteMs
  const ticks: Tick[] = []
  for (let at = firstEndingAfter(spans, startMs); at < spans.length; at++) {
    const span = spans[at]
    if (span === undefined || span.fromMs >= startMs + minuteMs) break
    ticks.push(...ticksInSpan(market.ticks(minute), span))
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

/** Minutes to look back for a tick. Every whole minute has ticks, so one that is older belongs to an earlier span. */
const minutesBack = 1

/** The last tick at or before a time. If the current session has none yet, the last tick of an earlier one. */
export function lastQuote(market: SimMarket, spans: OpenSpans, timeMs: number): FeedQuote | undefined {
  for (let at = Math.min(firstEndingAfter(spans, timeMs), spans.length - 1); at >= 0; at--) {
    const span = spans[at]
    if (span === undefined || span.fromMs > timeMs) continue
    const quote = lastInSpan(market, span, timeMs)
    if (quote !== undefined) return quote
  }
  return undefined
}

function lastInSpan(market: SimMarket, span: OpenSpan, atMs: number): FeedQuote | undefined {
  const untilMs = Math.min(atMs, span.toMs - 1)
  const minute = Math.floor(untilMs / minuteMs)
  for (let back = 0; back <= minutesBack; back++) {
    const ticks = market.ticks(minute - back)
    const at = ticks.timesMs.findLastIndex((tickMs) => tickMs >= span.fromMs && tickMs <= untilMs)
    const timeMs = ticks.timesMs[at]
    if (timeMs !== undefined)
      return { bid: price(ticks.bids[at] ?? 0), ask: price(ticks.asks[at] ?? 0), timeMs }
  }
  return undefined
}

/** One-minute candles of the ticks from `fromMs` to `untilMs`, both inclusive. Closed minutes have none. */
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
    const range = { fromMs: Math.max(fromMs, span.fromMs), untilMs: Math.min(untilMs, span.toMs - 1) }
    for (const candle of candlesInRange(market, range)) {
      // Two spans may share a minute, so a candle is complete only when the next begins.
      if (last?.startMs === candle.startMs) last = mergeCandles(last, candle)
      else {
        if (last !== undefined) yield last
        last = candle
      }
    }
  }
  if (last !== undefined) yield last
}

/**
 * Candles that add up to those of the minutes from `fromMs` to `untilMs`, in fewer pieces: none is of more than one UTC
 * day, but most are of many minutes.
 */
export function* longCandles(
  market: SimMarket,
  spans: OpenSpans,
  fromMs: number,
  untilMs: number,
): Generator<Candle> {
  for (let at = firstEndingAfter(spans, fromMs); at < spans.length; at++) {
    const span = spans[at]
    if (span === undefined || span.fromMs > untilMs) break
    const endMs = Math.min(untilMs, span.toMs - 1)
    for (let startMs = Math.max(fromMs, span.fromMs); startMs <= endMs; startMs = nextDayMs(startMs)) {
      yield* longCandlesInDay(market, { fromMs: startMs, untilMs: Math.min(endMs, nextDayMs(startMs) - 1) })
    }
  }
}

function nextDayMs(timeMs: number): number {
  return candleStart(timeMs, '1day') + dayMs
}

function* longCandlesInDay(market: SimMarket, range: TimeRange): Generator<Candle> {
  const wholeFrom = Math.ceil(range.fromMs / minuteMs)
  const wholeTo = Math.floor((range.untilMs + 1) / minuteMs)
  if (wholeFrom >= wholeTo) {
    yield* candlesInRange(market, range)
    return
  }
  yield* candlesInRange(market, { fromMs: range.fromMs, untilMs: wholeFrom * minuteMs - 1 })
  yield market.longCandle(wholeFrom, wholeTo)
  yield* candlesInRange(market, { fromMs: wholeTo * minuteMs, untilMs: range.untilMs })
}

type TimeRange = { readonly fromMs: number; readonly untilMs: number }

function* candlesInRange(market: SimMarket, range: TimeRange): Generator<Candle> {
  const lastMinute = Math.floor(range.untilMs / minuteMs)
  for (let minute = Math.floor(range.fromMs / minuteMs); minute <= lastMinute; minute++) {
    const startMs = minute * minuteMs
    const isWhole = range.fromMs <= startMs && range.untilMs >= startMs + minuteMs - 1
    const candle = isWhole ? market.candle(minute) : candleOfTicks(market.ticks(minute), startMs, range)
    if (candle !== undefined) yield candle
  }
}

function candleOfTicks(
  ticks: MinuteTicks,
  startMs: number,
  { fromMs, untilMs }: TimeRange,
): Candle | undefined {
  let candle: Candle | undefined
  ticks.timesMs.forEach((timeMs, at) => {
    if (timeMs < fromMs || timeMs > untilMs) return
    const bid = ticks.bids[at] as Price
    candle = candle === undefined ? startCandle(startMs, bid) : addQuote(candle, bid)
  })
  return candle
}
