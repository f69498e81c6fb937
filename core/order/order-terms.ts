import type { Market } from '#core/market/market.ts'

/** How an order is charged, once, when it opens. */
export type FeeMode = 'per_lot' | 'share_of_margin'

/** What an order was placed on. It keeps them to its end, whatever the market offers later. */
export type OrderTerms = Pick<
  Market,
  | 'quoteCurrency'
  | 'pricePrecision'
  | 'unitsPerLot'
  | 'lotStep'
  | 'leastLots'
  | 'marginMode'
  | 'feePerLot'
  | 'feeShare'
> & { readonly feeMode: FeeMode }

export function orderTerms(market: Market, feeMode: FeeMode): OrderTerms {
  return {
    quoteCurrency: market.quoteCurrency,
    pricePrecision: market.pricePrecision,
    unitsPerLot: market.unitsPerLot,
    lotStep: market.lotStep,
    leastLots: market.leastLots,
    marginMode: market.marginMode,
    feePerLot: market.feePerLot,
    feeShare: market.feeShare,
    feeMode,
  }
}
