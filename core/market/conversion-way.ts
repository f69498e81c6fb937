import { type Conversion, conversionOf } from '#core/market/conversion.ts'
import type { Market } from '#core/market/market.ts'

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
