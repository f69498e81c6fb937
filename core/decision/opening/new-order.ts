import type { Ticket } from '#core/decision/command.ts'
import type { DecisionContext } from '#core/decision/decision.ts'
import type { ParsedTicket } from '#core/decision/opening/read-ticket.ts'
import { openingPrice } from '#core/margin/valuation.ts'
import type { Market } from '#core/market/market.ts'
import type { Quote } from '#core/market/quote.ts'
import { micros } from '#core/money/micros.ts'
import type { Price } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import { directionOf, type Order, type OrderKind } from '#core/order/order.ts'
import { orderTerms } from '#core/order/order-terms.ts'
import { type Receipt, receiptOf } from '#core/order/receipt.ts'
import { openingSlippage } from '#core/order/slippage.ts'

/** A ticket that has been read, and the prices there are for it. */
export type NewOrderInput = {
  readonly userId: number
  /** The pending order that this one replaces. */
  readonly amendedFrom: number | null
  readonly ticket: Ticket
  readonly parsed: ParsedTicket
  readonly market: Market
  readonly quote: Quote
}

/** The order as it waits to be filled: one at market does so for no time at all. */
export function newOrder(placing: NewOrderInput, rate: Rate, around: DecisionContext): Order {
  const { userId, amendedFrom, ticket, parsed: wanted, market, quote } = placing
  const fill = openingPrice(ticket.side, quote)
  return {
    id: around.nextOrderId,
    userId,
    marketId: market.id,
    side: ticket.side,
    kind: kindOf(placing, fill),
    status: 'pending',
    lots: wanted.lots,
    leverage: ticket.leverage,
    terms: orderTerms(market, around.feeMode),
    askedPrice: wanted.target ?? wanted.seen,
    openPrice: wanted.target ?? fill,
    margin: micros(0),
    fee: micros(0),
    stopLoss: wanted.stopLoss,
    takeProfit: wanted.takeProfit,
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: null,
    amendedFrom,
    placed: placedReceipt(placing, fill, rate, around),
    opened: null,
    ended: null,
    placedAtMs: around.timeMs,
    openedAtMs: null,
    endedAtMs: null,
  }
}

/** A limit waits for a better price than there is; one at the price itself is a stop. */
function kindOf({ ticket, parsed: wanted }: NewOrderInput, fill: Price): OrderKind {
  if (wanted.target === null) return 'market'
  return (fill - wanted.target) * directionOf(ticket.side) > 0 ? 'limit' : 'stop'
}

function placedReceipt(
  { ticket, parsed: wanted, quote }: NewOrderInput,
  fill: Price,
  rate: Rate,
  { feed, board }: DecisionContext,
): Receipt {
  const facts = { quote, feed, knownSeq: board.seq(), rate }
  if (wanted.target !== null) return receiptOf({ ...facts, rule: 'pending_order', expected: wanted.target })
  const slippage = openingSlippage(ticket.side, wanted.seen, fill)
  return receiptOf({ ...facts, rule: 'market_order', expected: wanted.seen, slippage })
}
