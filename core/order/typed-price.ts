import { highestPrice, type Price, parsePrice } from '#core/money/price.ts'

/** A price as it was typed; undefined where it is none of a market with this precision. */
export function parseTypedPrice(text: string, precision: number): Price | undefined {
  const parsed = parsePrice(text, precision)
  return parsed.ok && parsed.amount > 0 && parsed.amount <= highestPrice ? parsed.amount : undefined
}
