import { highestPrice, type Lots, type Price, parseLots, parsePrice } from '#core/money/amounts.ts'
import type { OrderTerms } from '#core/order/order.ts'

type LotTerms = Pick<OrderTerms, 'lotStep' | 'leastLots'>

/** Undefined unless the text is a positive multiple of the lot step. */
export function parseLotsInput(text: string, { lotStep }: Pick<LotTerms, 'lotStep'>): Lots | undefined {
  const parsed = parseLots(text)
  return parsed.ok && parsed.amount > 0 && parsed.amount % lotStep === 0 ? parsed.amount : undefined
}

/** True if the text is a positive number above the exact range. */
export function isLotsOutOfRange(text: string): boolean {
  const parsed = parseLots(text)
  return !parsed.ok && parsed.problem === 'out_of_range' && !text.startsWith('-')
}

/** Undefined unless the text is a valid price at this precision. */
export function parsePriceInput(text: string, precision: number): Price | undefined {
  const parsed = parsePrice(text, precision)
  return parsed.ok && parsed.amount > 0 && parsed.amount <= highestPrice ? parsed.amount : undefined
}
