import { formatDecimal, formatRounded, type ParsedDecimal, parseDecimal } from '#core/money/decimal.ts'
import type { Nominal } from '#core/money/nominal.ts'
import { requireSafe } from '#core/money/safe-integer.ts'

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
