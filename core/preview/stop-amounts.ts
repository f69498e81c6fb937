import { notionalValue, type Position } from '#core/margin/profit-and-margin.ts'
import { highestPrice, type Micros, micros, type Price, price, type Rate } from '#core/money/amounts.ts'
import { mulDivWithin } from '#core/money/mul-div.ts'
import { directionOf, type OrderTerms } from '#core/order/order.ts'
import { binarySearchFirst } from '#core/preview/binary-search.ts'

// What a stop comes to in money and as a share of the balance, and the price for so much of either. Prices and amounts
// here are what somebody types, so whatever is more than can be counted is undefined and never an error.

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

// The amounts somebody would type to mean a price: the roundest of all those that lead to it.

/** Shares are typed in percent with at most this many decimals: hundredths alone are too coarse for a small order. */
export const shareDecimals = 6
/** How many millionths of a percent a whole balance has. */
export const wholeShare = 10 ** (shareDecimals + 2)

/** The roundest gain for which `stopPriceFor` finds this price; a loss is below zero. */
export function roundestProfit(order: StopPosition, at: Price): Micros | undefined {
  const gain = stopProfit(order, at)
  if (gain === undefined) return undefined
  const floor = profitOneStepWorse(order, at)
  return micros(roundest(gain, (found) => found > floor))
}

/** The roundest share of the balance that does, in millionths of a percent. */
export function roundestShare(order: StopPosition, at: Price, balance: Micros): number | undefined {
  const gain = stopProfit(order, at)
  const share = gain === undefined ? undefined : shareOfBalance(gain, balance, wholeShare)
  if (gain === undefined || share === undefined) return undefined
  const worth = (found: number) => amountOfShare(found, balance, wholeShare) ?? Number.NEGATIVE_INFINITY
  const floor = profitOneStepWorse(order, at)
  return roundest(worth(share) > gain ? share - 1 : share, (found) => worth(found) > floor)
}

/** What the price one step worse comes to: whatever is above it leads to this one. */
function profitOneStepWorse(order: StopPosition, at: Price): number {
  return stopProfit(order, price(at - directionOf(order.side))) ?? Number.NEGATIVE_INFINITY
}

const roundUnits = [10_000, 1_000, 100, 10]

/** The amount with its last digits taken off, as many as may be. */
function roundest(amount: number, isEnough: (found: number) => boolean): number {
  for (const unit of roundUnits) {
    const found = amount - (((amount % unit) + unit) % unit)
    if (isEnough(found)) return found
  }
  return amount
}
