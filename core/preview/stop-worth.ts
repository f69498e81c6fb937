// What a stop comes to in money and as a share of the balance, and the price for so much of either. Prices and amounts
// here are what somebody types, so whatever is more than can be counted is undefined and never an error.
import { notionalValue, type Position } from '#core/margin/exposure.ts'
import { type Micros, micros } from '#core/money/micros.ts'
import { mulDivWithin } from '#core/money/mul-div.ts'
import { highestPrice, type Price, price } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import { directionOf } from '#core/order/order.ts'
import type { OrderTerms } from '#core/order/order-terms.ts'
import { binarySearchFirst } from '#core/preview/first-step.ts'

/** The order that the stop closes, or will once it is open. */
export type StopPosition = Position & {
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
  readonly rate: Rate
}

/** What the order gains when it closes at this price; a loss is below zero. */
export function stopProfit(order: StopPosition, at: Price): Micros | undefined {
  return profitOfSteps(order, (at - order.openPrice) * directionOf(order.side))
}

/**
 * The price at which the order gains so much, a loss being below zero: of all those at which it gains no less, the one at
 * which it gains least. So a stop loss never loses more than was asked, and a take profit never gains less. Undefined
 * where no price of a market comes to that.
 */
export function stopPriceFor(order: StopPosition, money: Micros): Price | undefined {
  const furthest = highestPrice + 1
  const gained = binarySearchFirst(-furthest, furthest, (steps) => {
    const worth = profitOfSteps(order, steps)
    return worth === undefined ? steps > 0 : worth >= money
  })
  if (gained === undefined) return undefined
  const found = order.openPrice + gained * directionOf(order.side)
  return found > 0 && found <= highestPrice ? price(found) : undefined
}

/**
 * So much money as a share of the balance, in hundredths of a percent or in as many parts as a whole one is said to have;
 * there is none of a balance that is not above zero.
 */
export function shareOfBalance(
  money: Micros,
  balance: Micros,
  whole = fullShareBasisPoints,
): number | undefined {
  return balance > 0 ? mulDivWithin([money, whole], [balance]) : undefined
}

/** So many hundredths of a percent of the balance, or so many of the parts that a whole one is said to have. */
export function amountOfShare(
  share: number,
  balance: Micros,
  whole = fullShareBasisPoints,
): Micros | undefined {
  const found = balance > 0 ? mulDivWithin([share, balance], [whole]) : undefined
  return found === undefined ? undefined : micros(found)
}

const fullShareBasisPoints = 10_000

/** A profit is the notional of what the price has moved. */
function profitOfSteps({ terms, lots, rate }: StopPosition, steps: number): Micros | undefined {
  return notionalValue(terms, lots, price(steps), rate)
}
