import { formatDecimal, formatRounded, type ParsedDecimal, parseDecimal } from '#core/money/decimal.ts'
import { requireSafe } from '#core/money/safe-integer.ts'

/** A number with its unit in the type: a `Price` cannot be passed as `Micros`. */
type Nominal<Unit extends string> = number & { readonly [unit]: Unit }

declare const unit: unique symbol

/** Money in micro-dollars. 1 USD is 1,000,000. */
export type Micros = Nominal<'Micros'>

export const microsDecimals = 6

export function micros(count: number): Micros {
  return requireSafe(count, 'an amount of money') as Micros
}

export function parseMicros(text: string): ParsedDecimal<Micros> {
  return parseDecimal(text, microsDecimals) as ParsedDecimal<Micros>
}

/** Exact, as sent over the wire: "12.500000". */
export function formatMicros(amount: Micros): string {
  return formatDecimal(amount, microsDecimals)
}

/** Rounded, for display only. */
export function formatMicrosRounded(amount: Micros, shown: number): string {
  return formatRounded(amount, microsDecimals, shown)
}

/** A price in steps of its market. At precision 5, 1.08427 is 108427. */
export type Price = Nominal<'Price'>

/** Highest valid price of any market. Packed storage relies on prices fitting into 48 bits. */
export const highestPrice = (2 ** 47) as Price

export function price(steps: number): Price {
  return requireSafe(steps, 'a price') as Price
}

export function parsePrice(text: string, precision: number): ParsedDecimal<Price> {
  return parseDecimal(text, precision) as ParsedDecimal<Price>
}

export function formatPrice(amount: Price, precision: number): string {
  return formatDecimal(amount, precision)
}

/** Order size in hundredths of a lot. 0.50 lots is 50. */
export type Lots = Nominal<'Lots'>

export const lotsDecimals = 2

export function lots(hundredths: number): Lots {
  return requireSafe(hundredths, 'a number of lots') as Lots
}

export function parseLots(text: string): ParsedDecimal<Lots> {
  return parseDecimal(text, lotsDecimals) as ParsedDecimal<Lots>
}

export function formatLots(amount: Lots): string {
  return formatDecimal(amount, lotsDecimals)
}

/** Conversion rate to USD in billionths. The rate of USD is 1,000,000,000. */
export type Rate = Nominal<'Rate'>

export const rateDecimals = 9

export function rate(billionths: number): Rate {
  return requireSafe(billionths, 'a conversion rate') as Rate
}

/** The rate of USD. */
export const oneToOne = rate(1_000_000_000)

export function parseRate(text: string): ParsedDecimal<Rate> {
  return parseDecimal(text, rateDecimals) as ParsedDecimal<Rate>
}

export function formatRate(amount: Rate): string {
  return formatDecimal(amount, rateDecimals)
}

/**
 * Converts a JSON number of market data to units: 1.08427 with 5 decimals is 108427. The double is the nearest one to
 * an exact decimal, so rounding restores that decimal.
 */
export function unitsOf(value: number, decimals: number): number {
  return requireSafe(Math.round(value * 10 ** decimals), 'a market data number')
}
