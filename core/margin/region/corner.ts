import { conversionRate } from '#core/margin/conversion-rate.ts'
import type { CurrencyPosition, ExposureModel } from '#core/margin/region/stakes.ts'
import { price } from '#core/money/price.ts'

/** 1 looks for the least that the account can be worth, −1 for the most: that is the least of it all turned round. */
export type Sign = 1 | -1

/**
 * Below this, times its sign, the net value is nowhere in the box: every market at its worse end, and every rate at whichever
 * end is worse for what is then gained or lost in its currency. What roundings and floats may hide is taken off. Minus infinity
 * where nothing can be said.
 */
export function worstNetValue(all: ExposureModel, cash: number, sign: Sign): number {
  let worth = sign * cash
  let gross = Math.abs(cash)
  for (const purse of all.currencies) {
    const least = lowestProfit(purse, sign, all.orders)
    const rate = rateAtEnd(purse, needsHighRate(least))
    if (rate === undefined) return Number.NEGATIVE_INFINITY
    worth += least * rate
    gross += (purse.gross + purse.swing) * rate
  }
  // Each order is rounded by itself, by at most half.
  return gross <= maxExactGross
    ? worth - all.orders - roundingError(all.orders) * gross
    : Number.NEGATIVE_INFINITY
}

/** The least that a purse can come to in its own currency. */
export function lowestProfit(
  { profit: gained, gross, swing }: CurrencyPosition,
  sign: Sign,
  orders: number,
): number {
  return sign * gained - swing - roundingError(orders) * (gross + swing)
}

/** A loss is worst where its currency is dear, a gain where it is cheap. Never mind the other end: it is better. */
export function needsHighRate(least: number): boolean {
  return least < 0
}

/** Twice this and the exact formulas have no answer any more. */
const maxExactGross = 2 ** 52

/** So many additions and a few products before them, each off by half of 2^−52 at most; and as much again to spare. */
function roundingError(orders: number): number {
  return (orders + 8) * Number.EPSILON
}

function rateAtEnd({ converter: mover, rate }: CurrencyPosition, isHigh: boolean): number | undefined {
  if (mover === undefined || mover.axis.width === 0) return rate
  const { route: way, axis: ground } = mover
  const isUp = isHigh === (way.conversion.by === 'multiply')
  const sum = ground.sum + (isUp ? ground.width : -ground.width)
  // Only the sum of bid and ask matters, and it may be odd.
  return conversionRate(way.conversion, { bid: price(sum), ask: price(0) }, way.precision)
}
