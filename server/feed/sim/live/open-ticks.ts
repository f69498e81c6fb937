import { minuteMs } from '#core/candle/period.ts'
import { firstEndingAfter, type OpenSpan, type OpenSpans } from '#core/market/open-spans.ts'
import type { MinuteTicks } from '#server/feed/sim/market/minute-ticks.ts'
import type { SimMarket } from '#server/feed/sim/market/sim-market.ts'

export type Tick = { readonly timeMs: number; readonly bid: number; readonly ask: number }

/** The ticks of a minute in which the market is open, in order. */
export function openTicks(market: SimMarket, spans: OpenSpans, minute: number): readonly Tick[] {
  const startMs = minute * minuteMs
  const ticks: Tick[] = []
  for (let at = firstEndingAfter(spans, startMs); at < spans.length; at++) {
    const span = spans[at]
    if (span === undefined || span.fromMs >= startMs + minuteMs) break
    ticks.push(...ticksInSpan(market.ticks(minute, market.gapOf(span, spans[at - 1])), span))
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
