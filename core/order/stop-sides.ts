import { type Price, price } from '#core/money/price.ts'
import { directionOf, type Side } from '#core/order/order.ts'

export type Stops = { readonly stopLoss: Price | null; readonly takeProfit: Price | null }

/** The first stop on the wrong side of the reference price, and the price nearest to it that is on the right one. */
export type MisplacedStop = { readonly field: 'stop_loss' | 'take_profit'; readonly nearest: Price }

/** A stop loss lies where the order loses, a take profit where it gains, and neither on the reference itself. */
export function misplacedStop(
  side: Side,
  { stopLoss, takeProfit }: Stops,
  reference: Price,
): MisplacedStop | undefined {
  const up = directionOf(side)
  if (stopLoss !== null && (reference - stopLoss) * up <= 0)
    return { field: 'stop_loss', nearest: price(reference - up) }
  if (takeProfit !== null && (takeProfit - reference) * up <= 0)
    return { field: 'take_profit', nearest: price(reference + up) }
  return undefined
}
