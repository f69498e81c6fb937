import type { Candle } from '#core/candle/candle.ts'
import { foldCandles } from '#core/candle/fold-candles.ts'
import { firstEndingAfter, type OpenSpans } from '#core/market/open-spans.ts'
import type { Detail } from '#server/feed/feed-types.ts'
import { minuteCandles } from '#server/feed/sim/history/minute-candles.ts'
import type { SimModel } from '#server/feed/sim/sim-model.ts'

/** Which days of which market to fold, with all it takes to know when it was open. */
export type FoldQuestion = {
  readonly marketId: number
  readonly fromDayMs: number
  readonly toDayMs: number
  readonly detail: Detail
  readonly spans: OpenSpans
}

export function foldDays(model: SimModel, question: FoldQuestion): readonly Candle[] {
  const { fromDayMs, toDayMs, detail, spans } = question
  const market = model.get(question.marketId)
  if (market === undefined) return []
  return foldCandles(minuteCandles(market, spans, fromDayMs, toDayMs - 1), detail)
}

/** The spans that matter for a stretch of time: those within it and the one before, for the gap at the opening. */
export function spansAround(spans: OpenSpans, fromMs: number, toMs: number): OpenSpans {
  const first = firstEndingAfter(spans, fromMs)
  return spans.slice(Math.max(0, first - 1), firstEndingAfter(spans, toMs) + 1)
}
