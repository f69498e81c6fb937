import type { Market } from '#core/market/market.ts'

/** What of a market its prices depend on, besides its hours. */
export type ModelledMarket = Pick<
  Market,
  'id' | 'code' | 'pricePrecision' | 'referencePrice' | 'jumpLimitPpm'
>

export function modelledMarket(market: Market): ModelledMarket {
  const { id, code, pricePrecision, referencePrice, jumpLimitPpm } = market
  return { id, code, pricePrecision, referencePrice, jumpLimitPpm }
}
