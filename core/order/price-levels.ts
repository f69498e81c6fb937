import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { type Price, price } from '#core/money/amounts.ts'
import { directionOf, type Order, type Side } from '#core/order/order.ts'

// Stop loss, take profit and order price: the side they must be on, when a quote reaches them, and the slippage.

export type Stops = { readonly stopLoss: Price | null; readonly takeProfit: Price | null }

/** A stop on the wrong side of the reference price, and the nearest allowed price. */
type MisplacedStop = { readonly field: 'stop_loss' | 'take_profit'; readonly nearest: Price }

/** A stop loss must be on the losing side of the reference, a take profit on the winning side. Equal is not allowed. */
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

export type ReachedStop = { readonly kind: 'stop_loss' | 'take_profit'; readonly level: Price }

/** The stop that the closing price has reached. The stop loss wins if both are reached. */
export function reachedStop({ side, stopLoss, takeProfit }: Order, quote: BidAsk): ReachedStop | undefined {
  const closing = closingPrice(side, quote)
  const up = directionOf(side)
  if (stopLoss !== null && (stopLoss - closing) * up >= 0) return { kind: 'stop_loss', level: stopLoss }
  if (takeProfit !== null && (closing - takeProfit) * up >= 0)
    return { kind: 'take_profit', level: takeProfit }
  return undefined
}

/** A limit order fills at its order price or a better one, a stop order at its order price or a worse one. */
export function isTargetReached(order: Order, quote: BidAsk): boolean {
  return stepsFromTarget(order, quote) <= 0
}

/** Steps left to the order price; 0 once it is reached. */
export function stepsToTarget(order: Order, quote: BidAsk): number {
  return Math.max(0, stepsFromTarget(order, quote))
}

function stepsFromTarget({ side, kind, openPrice }: Order, quote: BidAsk): number {
  const above = (openingPrice(side, quote) - openPrice) * directionOf(side)
  return kind === 'limit' ? above : -above
}

/** Steps by which an opening was better than expected: a lower price for a buy, a higher one for a sell. */
export function openingSlippage(side: Side, expected: Price | null, fill: Price): number | null {
  return expected === null ? null : (expected - fill) * directionOf(side) + 0
}

/** Steps by which a close was better than expected: a higher price for a buy, a lower one for a sell. */
export function closingSlippage(side: Side, expected: Price | null, fill: Price): number | null {
  return expected === null ? null : (fill - expected) * directionOf(side) + 0
}
