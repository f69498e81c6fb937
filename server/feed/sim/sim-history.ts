import { dayMs } from '#core/candle/period.ts'
import type { FeedHistory, SpansOf } from '#server/feed/feed-types.ts'
import { spansAround } from '#server/feed/sim/history/fold-days.ts'
import type { FoldingThread } from '#server/feed/sim/history/folding-thread.ts'
import { lastQuote } from '#server/feed/sim/history/last-quote.ts'
import { minuteCandles } from '#server/feed/sim/history/minute-candles.ts'
import type { SimModel } from '#server/feed/sim/sim-model.ts'

/** About two seconds of folding; nothing reaches further back than 400 days. */
const mostDays = 1000

export function createSimHistory(model: SimModel, spansOf: SpansOf, thread: FoldingThread): FeedHistory {
  return {
    minutes(marketId, fromMs, untilMs) {
      const market = model.get(marketId)
      return market === undefined ? [] : [...minuteCandles(market, spansOf(marketId), fromMs, untilMs)]
    },
    lastQuoteBy(marketId, timeMs) {
      const market = model.get(marketId)
      return market && lastQuote(market, spansOf(marketId), timeMs)
    },
    foldDays(marketId, fromDayMs, toDayMs, detail) {
      const days = (toDayMs - fromDayMs) / dayMs
      if (days > mostDays) return Promise.reject(new RangeError('more days than are folded at once'))
      const spans = spansAround(spansOf(marketId), fromDayMs, toDayMs)
      return thread.fold({ marketId, fromDayMs, toDayMs, detail, spans })
    },
  }
}
