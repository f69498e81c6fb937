import type { Market } from '#core/market/market.ts'
import type { MarketView } from '#core/market/market-view.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { price } from '#core/money/price.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'

/** Markets whose volume is the moment of their last tick, so that whoever receives a row knows how old it is. */
export function createTickingMarkets(codes: readonly string[]) {
  const { markets } = createFakeMarketData(codes).marketData
  const views = new Map<number, MarketView>()
  let handle: (event: MarketEvent) => void = () => undefined
  let seq = 0

  function tick(index: number, atMicros: number): MarketView {
    const market = markets[index] as Market
    seq += 1
    const bid = price(108_000 + (seq % 997))
    const quote = {
      marketId: market.id,
      bid,
      ask: price(bid + 8),
      timeMs: Math.floor(atMicros / 1000),
      seq,
    }
    const figures = { open: price(108_123), high: price(109_567), low: price(107_891), changeBasisPoints: 12 }
    const view: MarketView = {
      market,
      state: 'open',
      quote,
      day: { ...figures, volume: atMicros },
      nextOpenMs: undefined,
    }
    views.set(market.id, view)
    handle({ kind: 'quote', ...quote })
    return view
  }
  for (const index of markets.keys()) tick(index, 0)
  return {
    tick,
    marketData: { markets, view: (id: number) => views.get(id), currentCandle: () => undefined },
    onMarketEvent(handler: (event: MarketEvent) => void) {
      handle = handler
      return () => undefined
    },
  }
}
