import { conversionOf, conversionRate } from '#core/market/conversion.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { oneToOne, price, type Rate, unitsOf } from '#core/money/amounts.ts'
import type { MarketQuote, Markets } from '#web/markets/markets-types.ts'

/** Bid and ask in price steps; undefined for a market without a quote. */
export function bidAskOf(quote: MarketQuote | undefined, precision: number): BidAsk | undefined {
  if (quote === undefined || quote.bid === null || quote.ask === null) return undefined
  return { bid: price(unitsOf(quote.bid, precision)), ask: price(unitsOf(quote.ask, precision)) }
}

/** The market that converts a currency to US dollars; undefined for dollars and for unknown currencies. */
export function conversionMarket(markets: Markets, currency: string) {
  const conversion = conversionOf(currency)
  if (conversion === undefined || conversion.by === 'itself') return undefined
  const market = markets.list.getSnapshot().markets.find(({ code }) => code === conversion.marketCode)
  return market === undefined ? undefined : { market, conversion }
}

/** The rate of a currency in US dollars at the newest known prices, calculated as on the server. */
export function currentRate(markets: Markets, currency: string): Rate | undefined {
  if (conversionOf(currency)?.by === 'itself') return oneToOne
  const found = conversionMarket(markets, currency)
  if (found === undefined) return undefined
  const quote = bidAskOf(markets.quote(found.market.id).getSnapshot(), found.market.precision)
  return quote === undefined ? undefined : conversionRate(found.conversion, quote, found.market.precision)
}
