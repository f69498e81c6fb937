import { formatDecimal, type ParsedDecimal, parseDecimal } from '#core/money/decimal.ts'
import type { Nominal } from '#core/money/nominal.ts'
import { requireSafe } from '#core/money/safe-integer.ts'

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
