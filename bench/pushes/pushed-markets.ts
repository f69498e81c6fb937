import type { MarketEvent } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'

/** Majors, crosses, metals, energies and two indices in eleven currencies, with their conversion markets. */
export const pushedMarkets = markets.slice(0, 36)

/**
 * The quote with this sequence number. Quotes cycle through the markets, and each differs from the previous quote of
 * its market, so that every tick changes the next push.
 */
export function eventOf(seq: number): Extract<MarketEvent, { readonly kind: 'quote' }> {
  const market = pushedMarkets[seq % pushedMarkets.length]
  if (market === undefined) throw new Error('there is no market')
  const turn = Math.floor(seq / pushedMarkets.length)
  const bid = price(market.referencePrice + ((turn * 7) % 97))
  return { kind: 'quote', marketId: market.id, bid, ask: price(bid + 4), timeMs: 0, seq, source: 'sim:1' }
}

export function marketIndexOf(seq: number): number {
  return seq % pushedMarkets.length
}
