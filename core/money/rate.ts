import { formatDecimal, type ParsedDecimal, parseDecimal } from '#core/money/decimal.ts'
import type { Nominal } from '#core/money/nominal.ts'
import { requireSafe } from '#core/money/safe-integer.ts'

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
