import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { Quote } from '#core/market/quote.ts'
import { type Price, price } from '#core/money/amounts.ts'
import { directionOf, type Order, type Side } from '#core/order/order.ts'

export type Stops = { readonly stopLoss: Price | null; readonly takeProfit: Price | null }

/** The first stop on the wrong side of the reference price, and the price nearest to it that is on the right one. */
type MisplacedStop = { readonly field: 'stop_loss' | 'take_profit'; readonly nearest: Price }

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

type TwoSided = Pick<Quote, 'bid' | 'ask'>

export type ReachedStop = { readonly kind: 'stop_loss' | 'take_profit'; readonly level: Price }

/** The stop that the closing price has come to; the stop loss, should it be both. */
export function reachedStop({ side, stopLoss, takeProfit }: Order, quote: TwoSided): ReachedStop | undefined {
  const closing = closingPrice(side, quote)
  const up = directionOf(side)
  if (stopLoss !== null && (stopLoss - closing) * up >= 0) return { kind: 'stop_loss', level: stopLoss }
  if (takeProfit !== null && (closing - takeProfit) * up >= 0)
    return { kind: 'take_profit', level: takeProfit }
  return undefined
}

/** Whether the price of its side has come to the target: for a limit as good or better, for a stop as bad or worse. */
export function isTargetReached(order: Order, quote: TwoSided): boolean {
  return stepsFromTarget(order, quote) <= 0
}

/** How many steps the price still has to go to the target; none when it is there or beyond. */
export function stepsToTarget(order: Order, quote: TwoSided): number {
  return Math.max(0, stepsFromTarget(order, quote))
}

function stepsFromTarget({ side, kind, openPrice }: Order, quote: TwoSided): number {
  const above = (openingPrice(side, quote) - openPrice) * directionOf(side)
  return kind === 'limit' ? above : -above
}
