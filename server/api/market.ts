// Market routes: the list of markets with quotes, categories, candles and sparklines.
import { abbreviatedKline, categories, kline, maxCandles, tradeList } from '#contract/calls/market.ts'
import { categoryOf, klinePointOf, languageOfNames, sparklineOf, tradeItemOf } from '#contract/market-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { Market, MarketView } from '#core/market/market.ts'
import type { FeeMode } from '#core/order/order.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { createTtlMemo, prepare, type Route, route } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Settings } from '#server/settings/settings.ts'

type TradeListParts = {
  readonly marketData: Pick<MarketData, 'views' | 'categories'>
  readonly settings: Pick<Settings, 'get'>
  readonly clock: Clock
}

/** The socket pushes quotes every 250 ms, so a list cached for 100 ms is recent enough. */
const tradeListTtlMs = 100

export function readTradeList({ marketData, settings, clock }: TradeListParts): Route {
  const categoriesById = new Map(marketData.categories.map((category) => [category.id, category]))
  const feeMode = (): FeeMode => (settings.get('trade_fee_type') === 1 ? 'per_lot' : 'share_of_margin')
  const itemsOf = (views: readonly MarketView[], language: LanguageCode) =>
    views.flatMap((view) => {
      const category = categoriesById.get(view.market.categoryId)
      return category === undefined ? [] : [tradeItemOf(view, category, language, feeMode())]
    })
  const fullList = createTtlMemo(clock, tradeListTtlMs, (language: LanguageCode) =>
    prepare(tradeList, itemsOf(marketData.views(), language)),
  )
  return route(tradeList, async ({ searchCurrency = '' }, { language }) => {
    const search = searchCurrency.trim().toLowerCase()
    // Languages with the same names share a list: encoding and compressing one takes a millisecond.
    if (search === '') return fullList(languageOfNames(language))
    const found = marketData.views().filter((view) => matches(view, search))
    return answered(itemsOf(found, language))
  })
}

/** Searches the codes and the names in every language, whichever language the user reads. */
function matches({ market }: MarketView, search: string): boolean {
  const { code, showCode, names } = market
  return [code, showCode, names.en, names.hk].some((text) => text.toLowerCase().includes(search))
}

export function readCategories(marketData: Pick<MarketData, 'categories'>): Route {
  return route(categories, async (_input, { language }) =>
    answered(marketData.categories.map((category) => categoryOf(category, language))),
  )
}

export function readKline(marketData: Pick<MarketData, 'view' | 'candles'>): Route {
  return route(kline, async ({ forex_id: marketId, period, before: beforeMs, limit = maxCandles }) => {
    const market = marketData.view(marketId)?.market
    if (market === undefined) return refused('invalid_input', { field: 'forex_id' })
    const candles = await marketData.candles({ marketId, period, beforeMs, limit })
    return answered(candles.map((candle) => klinePointOf(candle, market.pricePrecision)))
  })
}

/** One point of a sparkline covers half an hour, so a second of delay is invisible. */
const sparklinesTtlMs = 1000

export function readAbbreviatedKline(
  marketData: Pick<MarketData, 'markets' | 'sparkline'>,
  clock: Clock,
): Route {
  const sparklinesOf = (markets: readonly Market[]) =>
    Object.fromEntries(
      markets.map(({ id, pricePrecision }) => [
        String(id),
        sparklineOf(marketData.sparkline(id), pricePrecision),
      ]),
    )
  const allSparklines = createTtlMemo(clock, sparklinesTtlMs, () =>
    prepare(abbreviatedKline, sparklinesOf(marketData.markets)),
  )
  return route(abbreviatedKline, async ({ forex_id: requested }) => {
    if (requested === undefined) return allSparklines('all')
    const ids = new Set(requested.split(',').map(Number))
    return answered(sparklinesOf(marketData.markets.filter(({ id }) => ids.has(id))))
  })
}
