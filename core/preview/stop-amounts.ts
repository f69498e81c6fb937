import { notionalValue, type Position } from '#core/margin/profit-and-margin.ts'
import { highestPrice, type Micros, micros, type Price, price, type Rate } from '#core/money/amounts.ts'
import { mulDivWithin } from '#core/money/mul-div.ts'
import { directionOf, type OrderTerms } from '#core/order/order.ts'
import { binarySearchFirst } from '#core/preview/binary-search.ts'

// Converts a stop price to money and to a share of the balance, and back. Inputs are typed by the user, so results
// outside the exact range are undefined instead of an error.

/** The position that the stop closes. */
export type StopPosition = Position & {
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
  readonly rate: Rate
}

/** Profit of a close at this price; negative for a loss. */
export function stopProfit(order: StopPosition, at: Price): Micros | undefined {
  return profitOfSteps(order, (at - order.openPrice) * directionOf(order.side))
}

/**
 * The price with the smallest profit that is at least `money` (negative for a loss). A stop loss thus never loses more
 * than requested, and a take profit never gains less. Undefined if there is no such price.
 */
export function stopPriceFor(order: StopPosition, money: Micros): Price | undefined {
  const furthest = highestPrice + 1
  const gainedSteps = binarySearchFirst(-furthest, furthest, (steps) => {
    const value = profitOfSteps(order, steps)
    return value === undefined ? steps > 0 : value >= money
  })
  if (gainedSteps === undefined) return undefined
  const found = order.openPrice + gainedSteps * directionOf(order.side)
  return found > 0 && found <= highestPrice ? price(found) : undefined
}

/** Money as a share of the balance, in units of 1 ÷ `whole` (default: hundredths of a percent). */
export function shareOfBalance(
  money: Micros,
  balance: Micros,
  whole = fullShareBasisPoints,
): number | undefined {
  return balance > 0 ? mulDivWithin([money, whole], [balance]) : undefined
}

/** The reverse of `shareOfBalance`. */
export function amountOfPercent(
  share: number,
  balance: Micros,
  whole = fullShareBasisPoints,
): Micros | undefined {
  const found = balance > 0 ? mulDivWithin([share, balance], [whole]) : undefined
  return found === undefined ? undefined : micros(found)
}

const fullShareBasisPoints = 10_000

/** Profit equals the notional of the price move. */
function profitOfSteps({ terms, lots, rate }: StopPosition, steps: number): Micros | undefined {
  return notionalValue(terms, lots, price(steps), rate)
}

// Round amounts: of all amounts that convert to the same stop price, the one with the fewest digits is shown.

/** Decimals of a typed percentage. Two would be too coarse for a small order. */
export const percentDecimals = 6
/** The whole balance in millionths of a percent. */
export const hundredPercent = 10 ** (percentDecimals + 2)

/** The roundest profit that `stopPriceFor` converts to this price. */
export function roundestProfit(order: StopPosition, at: Price): Micros | undefined {
  const profit = stopProfit(order, at)
  if (profit === undefined) return undefined
  const floor = profitOneStepWorse(order, at)
  return micros(roundest(profit, (found) => found > floor))
}

/** The roundest share of the balance that converts to this price, in millionths of a percent. */
export function roundestPercent(order: StopPosition, at: Price, balance: Micros): number | undefined {
  const profit = stopProfit(order, at)
  const share = profit === undefined ? undefined : shareOfBalance(profit, balance, hundredPercent)
  if (profit === undefined || share === undefined) return undefined
  const value = (found: number) => amountOfPercent(found, balance, hundredPercent) ?? Number.NEGATIVE_INFINITY
  const floor = profitOneStepWorse(order, at)
  return roundest(value(share) > profit ? share - 1 : share, (found) => value(found) > floor)
}

/**
 * Profit at one step worse than this price. Every larger amount, up to the profit at this price, converts to this
 * price.
 */
function profitOneStepWorse(order: StopPosition, at: Price): number {
  return stopProfit(order, price(at - directionOf(order.side))) ?? Number.NEGATIVE_INFINITY
}

const roundUnits = [10_000, 1_000, 100, 10]

/** Clears as many trailing digits as `isEnough` allows, rounding down. */
function roundest(amount: number, isEnough: (found: number) => boolean): number {
  for (const unit of roundUnits) {
    const found = amount - (((amount % unit) + unit) % unit)
    if (isEnough(found)) return found
  }
  return amount
}
