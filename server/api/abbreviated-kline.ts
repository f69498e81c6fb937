import { abbreviatedKline } from '#contract/calls/market.ts'
import { sparklineOf } from '#contract/market-wire.ts'
import { answered } from '#contract/outcome.ts'
import type { Market } from '#core/market/market.ts'
import { createNewest, prepare, type Route, route } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'

/** A small chart shows half an hour in a pixel or two. */
const oldestMs = 1000

export function readAbbreviatedKline(
  marketData: Pick<MarketData, 'markets' | 'sparkline'>,
  clock: Clock,
): Route {
  const chartsOf = (markets: readonly Market[]) =>
    Object.fromEntries(
      markets.map(({ id, pricePrecision }) => [
        String(id),
        sparklineOf(marketData.sparkline(id), pricePrecision),
      ]),
    )
  const everything = createNewest(clock, oldestMs, () =>
    prepare(abbreviatedKline, chartsOf(marketData.markets)),
  )
  return route(abbreviatedKline, async ({ forex_id: wanted }) => {
    if (wanted === undefined) return everything('all')
    const ids = new Set(wanted.split(',').map(Number))
    return answered(chartsOf(marketData.markets.filter(({ id }) => ids.has(id))))
  })
}
