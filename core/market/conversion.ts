import type { Market } from '#core/market/market.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { oneToOne, type Rate, rate } from '#core/money/amounts.ts'
import { mulDivWithin } from '#core/money/mul-div.ts'

/** Conversion of a currency to US dollars. */
type Conversion =
  | { readonly by: 'itself' }
  /** Multiply or divide by the market's price, then divide by `divisor`: 100 for pence. */
  | { readonly by: 'multiply' | 'divide'; readonly marketCode: string; readonly divisor: number }

/** Undefined: the currency has no conversion, and markets quoted in it cannot be traded. */
export function conversionOf(currency: string): Conversion | undefined {
  return conversions.get(currency)
}

const conversions: ReadonlyMap<string, Conversion> = new Map([
  ['USD', { by: 'itself' }],
  ['EUR', multiplyBy('EURUSD')],
  ['GBP', multiplyBy('GBPUSD')],
  ['AUD', multiplyBy('AUDUSD')],
  ['NZD', multiplyBy('NZDUSD')],
  // Pence.
  ['GBX', multiplyBy('GBPUSD', 100)],
  ['JPY', divideBy('USDJPY')],
  ['CHF', divideBy('USDCHF')],
  ['CAD', divideBy('USDCAD')],
  ['CNH', divideBy('USDCNH')],
  ['SGD', divideBy('USDSGD')],
  ['HKD', divideBy('USDHKD')],
  ['MXN', divideBy('USDMXN')],
  ['ZAR', divideBy('USDZAR')],
])

function multiplyBy(marketCode: string, divisor = 1): Conversion {
  return { by: 'multiply', marketCode, divisor }
}

function divideBy(marketCode: string): Conversion {
  return { by: 'divide', marketCode, divisor: 1 }
}

/** Rate to US dollars at the mid price of the converting market. Undefined if it rounds to zero or is out of range. */
export function conversionRate(
  conversion: Exclude<Conversion, { readonly by: 'itself' }>,
  { bid, ask }: BidAsk,
  precision: number,
): Rate | undefined {
  const step = 10 ** precision
  const found =
    conversion.by === 'multiply'
      ? mulDivWithin([bid + ask, oneToOne], [2 * step, conversion.divisor])
      : mulDivWithin([2 * step, oneToOne], [bid + ask, conversion.divisor])
  return found === undefined || found === 0 ? undefined : rate(found)
}

/** The market that converts a currency to US dollars. */
export type ConversionRoute = {
  readonly marketId: number
  readonly precision: number
  readonly conversion: Exclude<Conversion, { readonly by: 'itself' }>
}

/** Undefined for US dollars, and for a currency without a converting market. */
export type ConversionRouteOf = (currency: string) => ConversionRoute | undefined

export function createConversionRoutes(markets: readonly Market[]): ConversionRouteOf {
  const byCode = new Map(markets.map((market) => [market.code, market]))
  const routes = new Map<string, ConversionRoute | undefined>()
  function find(currency: string): ConversionRoute | undefined {
    const conversion = conversionOf(currency)
    if (conversion === undefined || conversion.by === 'itself') return undefined
    const market = byCode.get(conversion.marketCode)
    if (market === undefined) return undefined
    return { marketId: market.id, precision: market.pricePrecision, conversion }
  }
  return (currency) => {
    if (!routes.has(currency)) routes.set(currency, find(currency))
    return routes.get(currency)
  }
}
