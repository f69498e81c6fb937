import { formatDecimal, type ParsedDecimal, parseDecimal } from '#core/money/decimal.ts'
import type { Nominal } from '#core/money/nominal.ts'
import { requireSafe } from '#core/money/safe-integer.ts'

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
