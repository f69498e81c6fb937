import type { MarketQuote } from '#web/markets/markets-types.ts'

export type Spread = { readonly value: number; readonly decimals: number }

/** What lies between bid and ask: in pips where the last digit of a price is a tenth of one, otherwise as a price. */
export function spreadOf(quote: MarketQuote | undefined, precision: number): Spread | undefined {
  if (quote === undefined || quote.bid === null || quote.ask === null) return undefined
  const stepsIn = (price: number) => Math.round(price * 10 ** precision)
  const steps = stepsIn(quote.ask) - stepsIn(quote.bid)
  const decimals = precision === 3 || precision === 5 ? 1 : precision
  return { value: steps / 10 ** decimals, decimals }
}
