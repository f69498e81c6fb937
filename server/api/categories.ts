import { categories } from '#contract/calls/market.ts'
import { categoryOf } from '#contract/market-wire.ts'
import { answered } from '#contract/outcome.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'

export function readCategories(marketData: Pick<MarketData, 'categories'>): Route {
  return route(categories, async (_input, { language }) =>
    answered(marketData.categories.map((category) => categoryOf(category, language))),
  )
}
