import { notionalValue, profitAt, profitAtMid } from '#core/margin/exposure.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import { type Micros, micros } from '#core/money/micros.ts'
import { price } from '#core/money/price.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Scenario } from '#core/preview/moment.ts'
import type { PreviewPosition } from '#core/preview/preview-types.ts'

type Positions = readonly PreviewPosition[]

/**
 * A billion and a half dollars, and so more than an account may have or hold. As long as no part is more, the few parts
 * of a preview and the margin and fee of one order can be added up in any way and stay exact.
 */
export const maxExactAmount = 1.5e15

/** Whether all that these positions could have gained or lost by then can be counted: prices may be what somebody types. */
export function isWithinExactRange(positions: Positions, { quote, rate }: Scenario): boolean {
  let all = 0
  for (const { terms, lots, openPrice } of positions) {
    const highest = price(Math.max(quote.ask, openPrice))
    all += notionalValue(terms, lots, highest, rate) ?? Number.POSITIVE_INFINITY
  }
  return all <= maxExactAmount
}

/** What they gain together when they are closed. */
export function totalClosingProfit(positions: Positions, { quote, rate }: Scenario): Micros {
  return sumOf(positions, (one) => profitAt(one.terms, one, closingPrice(one.side, quote), rate))
}

/** The same at the middle of bid and ask, as the risk rate counts it. */
export function totalMidProfit(positions: Positions, { quote, rate }: Scenario): Micros {
  return sumOf(positions, (one) => profitAtMid(one.terms, one, quote, rate))
}

function sumOf(positions: Positions, profit: (one: PreviewPosition) => Micros): Micros {
  return positions.reduce((sum, one) => add(sum, profit(one)), micros(0))
}
