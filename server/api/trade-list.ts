import { tradeList } from '#contract/calls/market.ts'
import { tradeItemOf } from '#contract/market-wire.ts'
import { answered } from '#contract/outcome.ts'
import type { MarketView } from '#core/market/market-view.ts'
import type { FeeMode } from '#core/order/order-terms.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { createNewest, prepare, type Route, route } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Settings } from '#server/settings/settings.ts'

type Parts = {
  readonly marketData: Pick<MarketData, 'views' | 'categories'>
  readonly settings: Pick<Settings, 'get'>
  readonly clock: Clock
}

/** The socket sends quotes four times a second; the list need hardly be newer, however many ask for it. */
const oldestMs = 100

export function readTradeList({ marketData, settings, clock }: Parts): Route {
  const categories = new Map(marketData.categories.map((category) => [category.id, category]))
  const feeMode = (): FeeMode => (settings.get('trade_fee_type') === 1 ? 'per_lot' : 'share_of_margin')
  const itemsOf = (views: readonly MarketView[], language: LanguageCode) =>
    views.flatMap((view) => {
      const category = categories.get(view.market.categoryId)
      return category === undefined ? [] : [tradeItemOf(view, category, language, feeMode())]
    })
  const everything = createNewest(clock, oldestMs, (language: LanguageCode) =>
    prepare(tradeList, itemsOf(marketData.views(), language)),
  )
  return route(tradeList, async ({ searchCurrency = '' }, { language }) => {
    const wanted = searchCurrency.trim().toLowerCase()
    if (wanted === '') return everything(language)
    const found = marketData.views().filter((view) => matches(view, wanted))
    return answered(itemsOf(found, language))
  })
}

/** By code, as it is written or shown, and by every name it has: people search in more languages than they read in. */
function matches({ market }: MarketView, wanted: string): boolean {
  const { code, showCode, names } = market
  return [code, showCode, names.en, names.hk].some((text) => text.toLowerCase().includes(wanted))
}
