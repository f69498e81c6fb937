import type { BidAsk } from '#core/market/quote.ts'
import { conversionOf, conversionRate } from '#core/market/conversion.ts'
import { oneToOne, price, type Rate, unitsOf } from '#core/money/amounts.ts'
import type { MarketQuote, Markets } from '#web/markets/markets-types.ts'

/** A quote in whole steps; undefined for a market that never had one. */
export function bidAskOf(quote: MarketQuote | undefined, precision: number): BidAsk | undefined {
  if (quote === undefined || quote.bid === null || quote.ask === null) return undefined
  return { bid: price(unitsOf(quote.bid, precision)), ask: price(unitsOf(quote.ask, precision)) }
}

/** The market whose price converts a currency into US dollars; undefined for dollars, and where nobody knows one. */
export function conversionMarket(markets: Markets, currency: string) {
  const conversion = conversionOf(currency)
  if (conversion === undefined || conversion.by === 'itself') return undefined
  const market = markets.list.getSnapshot().markets.find(({ code }) => code === conversion.marketCode)
  return market === undefined ? undefined : { market, conversion }
}

/** A currency in US dollars as the server converts it, by the newest prices known here. */
export function currentRate(markets: Markets, currency: string): Rate | undefined {
  if (conversionOf(currency)?.by === 'itself') return oneToOne
  const way = conversionMarket(markets, currency)
  if (way === undefined) return undefined
  const quote = bidAskOf(markets.quote(way.market.id).getSnapshot(), way.market.precision)
  return quote === undefined ? undefined : conversionRate(way.conversion, quote, way.market.precision)
}
