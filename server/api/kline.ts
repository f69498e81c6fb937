import { kline, mostCandles } from '#contract/calls/market.ts'
import { klinePointOf } from '#contract/market-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'

export function readKline(marketData: Pick<MarketData, 'view' | 'candles'>): Route {
  return route(kline, async ({ forex_id: marketId, period, before: beforeMs, limit = mostCandles }) => {
    const market = marketData.view(marketId)?.market
    if (market === undefined) return refused('invalid_input', { field: 'forex_id' })
    const candles = await marketData.candles({ marketId, period, beforeMs, limit })
    return answered(candles.map((candle) => klinePointOf(candle, market.pricePrecision)))
  })
}
