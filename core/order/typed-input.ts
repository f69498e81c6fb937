import { highestPrice, type Lots, type Price, parseLots, parsePrice } from '#core/money/amounts.ts'
import type { OrderTerms } from '#core/order/order.ts'

type LotTerms = Pick<OrderTerms, 'lotStep' | 'leastLots'>

/** Lots as they were typed, in whole steps above zero; undefined where they are not. */
export function parseTypedLots(text: string, { lotStep }: Pick<LotTerms, 'lotStep'>): Lots | undefined {
  const parsed = parseLots(text)
  return parsed.ok && parsed.amount > 0 && parsed.amount % lotStep === 0 ? parsed.amount : undefined
}

/** Whether somebody typed more than can be counted. */
export function isLotsOutOfRange(text: string): boolean {
  const parsed = parseLots(text)
  return !parsed.ok && parsed.problem === 'out_of_range' && !text.startsWith('-')
}

/** A price as it was typed; undefined where it is none of a market with this precision. */
export function parseTypedPrice(text: string, precision: number): Price | undefined {
  const parsed = parsePrice(text, precision)
  return parsed.ok && parsed.amount > 0 && parsed.amount <= highestPrice ? parsed.amount : undefined
}
