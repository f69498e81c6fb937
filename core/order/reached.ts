import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Price } from '#core/money/price.ts'
import { directionOf, type Order } from '#core/order/order.ts'

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
