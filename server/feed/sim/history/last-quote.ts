import { minuteMs } from '#core/candle/period.ts'
import { firstEndingAfter, type OpenSpan, type OpenSpans } from '#core/market/open-spans.ts'
import { price } from '#core/money/price.ts'
import type { FeedQuote } from '#server/feed/feed-types.ts'
import type { OpeningGap } from '#server/feed/sim/market/opening-gap.ts'
import type { SimMarket } from '#server/feed/sim/market/sim-market.ts'

/** Every whole minute has ticks, so what is not found in this one and the one before is not in the span. */
const minutesBack = 1

/** The last tick at or before a moment, from the span before if the present one has none yet, and so on. */
export function lastQuote(market: SimMarket, spans: OpenSpans, timeMs: number): FeedQuote | undefined {
  for (let at = Math.min(firstEndingAfter(spans, timeMs), spans.length - 1); at >= 0; at--) {
    const span = spans[at]
    if (span === undefined || span.fromMs > timeMs) continue
    const quote = lastWithin(market, market.gapOf(span, spans[at - 1]), span, timeMs)
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
