// The amounts somebody would type to mean a price: the roundest of all those that lead to it.
import { type Micros, micros } from '#core/money/micros.ts'
import { type Price, price } from '#core/money/price.ts'
import { directionOf } from '#core/order/order.ts'
import { amountOfShare, type StopPosition, shareOfBalance, stopProfit } from '#core/preview/stop-worth.ts'

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
