import type { MarketEvent, Quote } from '#core/market/quote.ts'
import type { AlertIndex } from '#server/alerts/alert-index.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

/** Alerts taken in one turn of the event loop: about half a millisecond of work. */
const alertsPerTurn = 250

/**
 * Judges alerts by quotes, in slices if a quote reaches thousands. What is left of a quote is judged before the next
 * quote of its market, so that the slices change nothing but the time of the work.
 */
export function createQuoteJudge(index: Pick<AlertIndex, 'judge'>, timers: Pick<Timers, 'soon'>) {
  /** Quotes that are not judged to the end, by market. */
  const unfinished = new Map<number, Quote>()
  let cancel: CancelTimer | undefined

  function judge(quote: Quote): void {
    if (index.judge(quote, alertsPerTurn)) {
      unfinished.delete(quote.marketId)
      return
    }
    unfinished.set(quote.marketId, quote)
    cancel ??= timers.soon(goOn)
  }
  function goOn(): void {
    cancel = undefined
    const [next] = unfinished.values()
    if (next !== undefined) judge(next)
    if (unfinished.size > 0) cancel ??= timers.soon(goOn)
  }
  function finish(quote: Quote): void {
    unfinished.delete(quote.marketId)
    index.judge(quote, Number.POSITIVE_INFINITY)
  }
  return {
    onMarketEvent(event: MarketEvent): void {
      if (event.kind !== 'quote') return
      if (unfinished.size > 0) {
        const before = unfinished.get(event.marketId)
        if (before !== undefined) finish(before)
      }
      judge(event)
    },
    /** Judges the rest now. */
    stop(): void {
      cancel?.()
      for (const quote of [...unfinished.values()]) finish(quote)
    },
  }
}
