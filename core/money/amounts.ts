import { formatDecimal, formatRounded, type ParsedDecimal, parseDecimal } from '#core/money/decimal.ts'
import { requireSafe } from '#core/money/safe-integer.ts'

/** A number that carries its unit in its type: a `Price` cannot be passed where `Micros` are expected. */
type Nominal<Unit extends string> = number & { readonly [unit]: Unit }

declare const unit: unique symbol

/** Money: a whole number of micro-dollars. 1 USD is 1,000,000. */
export type Micros = Nominal<'Micros'>

export const microsDecimals = 6

export function micros(count: number): Micros {
  return requireSafe(count, 'an amount of money') as Micros
}

export function parseMicros(text: string): ParsedDecimal<Micros> {
  return parseDecimal(text, microsDecimals) as ParsedDecimal<Micros>
}

/** The exact amount, as it goes over the wire: "12.500000". */
export function formatMicros(amount: Micros): string {
  return formatDecimal(amount, microsDecimals)
}

/** The amount for the eye: balances are shown with 2 decimals, profit and margin with 6. */
export function formatMicrosRounded(amount: Micros, shown: number): string {
  return formatRounded(amount, microsDecimals, shown)
}

/** A price: a whole number of its market's smallest step. At precision 5, 1.08427 is 108427. */
export type Price = Nominal<'Price'>

/** What lies above is no price of any market. Whatever stores prices in fewer bits than a number has relies on it. */
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

/** The size of an order: a whole number of hundredths of a lot. 0.50 lots is 50. */
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

/** A conversion to USD: a whole number of billionths. One dollar to the dollar is 1,000,000,000. */
export type Rate = Nominal<'Rate'>

export const rateDecimals = 9

export function rate(billionths: number): Rate {
  return requireSafe(billionths, 'a conversion rate') as Rate
}

/** A dollar in dollars. */
export const oneToOne = rate(1_000_000_000)

export function parseRate(text: string): ParsedDecimal<Rate> {
  return parseDecimal(text, rateDecimals) as ParsedDecimal<Rate>
}

export function formatRate(amount: Rate): string {
  return formatDecimal(amount, rateDecimals)
}

/**
 * A JSON number of market data as whole units: 1.08427 with 5 decimals is 108427. Such a number is the nearest there is to
 * an exact decimal, so that the nearest whole number of units is that decimal again.
 */
export function unitsOf(value: number, decimals: number): number {
  return requireSafe(Math.round(value * 10 ** decimals), 'a number of the wire')
}
