import type { Market } from '#core/market/market.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { MarketData } from '#server/market-data/market-data.ts'

/** What the routes that trade are made with. */
export type TradingParts = {
  readonly accounts: Pick<Accounts, 'identify'>
  readonly engine: Pick<Engine, 'ask'>
  readonly marketData: Pick<MarketData, 'markets'>
}

/** The market an order is in. None ever goes away. */
export function createMarketOf({ markets }: Pick<MarketData, 'markets'>): (marketId: number) => Market {
  const byId = new Map(markets.map((market) => [market.id, market]))
  return (marketId) => {
    const market = byId.get(marketId)
    if (market === undefined) throw new Error(`there is no market ${marketId}`)
    return market
  }
}
