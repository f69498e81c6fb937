import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import type { Tick } from '#core/market/tick-filter.ts'
import { price } from '#core/money/amounts.ts'
import type { CachedMarket } from '#server/market-data/cached-market.ts'
import type { QuoteSequence } from '#server/market-data/quote-sequence.ts'
import type { Clock } from '#server/platform/clock.ts'

type MarketPublisherParts = {
  readonly clock: Pick<Clock, 'now'>
  readonly sequence: Pick<QuoteSequence, 'next'>
  readonly markUnsaved: (cached: CachedMarket) => void
  readonly publish: (event: MarketEvent) => void
}

/**
 * Gives each accepted quote and state change a sequence number, updates the cached market and publishes a market event.
 */
export function createMarketPublisher({ clock, sequence, markUnsaved, publish }: MarketPublisherParts) {
  return {
    publishState(cached: CachedMarket, state: MarketState): void {
      if (state === cached.state()) return
      const seq = sequence.next()
      if (seq === undefined) return
      cached.setState(state)
      publish({ kind: 'state', marketId: cached.market.id, state, timeMs: clock.now(), seq })
    },
    /** Returns false if there was no sequence number. The market is unchanged then. */
    publishQuote(cached: CachedMarket, { bid, ask, timeMs }: Tick, source: string): boolean {
      const seq = sequence.next()
      if (seq === undefined) return false
      const quote = { marketId: cached.market.id, bid: price(bid), ask: price(ask), timeMs, seq, source }
      cached.applyQuote(quote)
      markUnsaved(cached)
      publish({ kind: 'quote', ...quote })
      return true
    },
  }
}
