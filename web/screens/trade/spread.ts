import { pipSteps } from '#core/preview/preview-order.ts'
import { bidAskOf } from '#web/markets/current-rate.ts'
import type { MarketQuote } from '#web/markets/markets-types.ts'

type Spread = { readonly value: number; readonly decimals: number }

/** Ask minus bid: in pips if the last digit of a price is a tenth of a pip, otherwise as a price. */
export function spreadOf(quote: MarketQuote | undefined, precision: number): Spread | undefined {
  const prices = bidAskOf(quote, precision)
  if (prices === undefined) return undefined
  const decimals = pipSteps(precision) === 1 ? precision : 1
  return { value: (prices.ask - prices.bid) / 10 ** decimals, decimals }
}
