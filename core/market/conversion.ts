import type { BidAsk } from '#core/margin/profit-and-margin.ts'
import type { Market } from '#core/market/market.ts'
import { oneToOne, type Rate, rate } from '#core/money/amounts.ts'
import { mulDivWithin } from '#core/money/mul-div.ts'

/** How an amount in a currency becomes US dollars. */
type Conversion =
  | { readonly by: 'itself' }
  /** Times or divided by the price of that market; then by `divisor`, for a currency that is a fraction of another. */
  | { readonly by: 'multiply' | 'divide'; readonly marketCode: string; readonly divisor: number }

/** Undefined for a currency that nobody knows how to convert: nothing can be traded in it. */
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

/**
 * A currency in US dollars, at the middle of bid and ask of the market that converts it. Undefined where it would be
 * too small or too large to be counted: nothing can be traded on that.
 */
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

/** The market that turns a currency into US dollars, and how. */
export type ConversionRoute = {
  readonly marketId: number
  readonly precision: number
  readonly conversion: Exclude<Conversion, { readonly by: 'itself' }>
}

/** Undefined for dollars, and for a currency that no market here converts. */
export type ConversionRouteOf = (currency: string) => ConversionRoute | undefined

export function createConversionRoutes(markets: readonly Market[]): ConversionRouteOf {
  const byCode = new Map(markets.map((market) => [market.code, market]))
  const ways = new Map<string, ConversionRoute | undefined>()
  function find(currency: string): ConversionRoute | undefined {
    const conversion = conversionOf(currency)
    if (conversion === undefined || conversion.by === 'itself') return undefined
    const market = byCode.get(conversion.marketCode)
    if (market === undefined) return undefined
    return { marketId: market.id, precision: market.pricePrecision, conversion }
  }
  return (currency) => {
    if (!ways.has(currency)) ways.set(currency, find(currency))
    return ways.get(currency)
  }
}
