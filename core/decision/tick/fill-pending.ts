import type { PreviousQuote } from '#core/decision/command.ts'
import type { DecisionContext } from '#core/decision/decision.ts'
import type { Draft } from '#core/decision/draft.ts'
import { exceedsNotionalLimit, maxOpenOrders } from '#core/decision/limits.ts'
import { setCancelled } from '#core/decision/orders/cancel-order.ts'
import { checkFunds, fillCost, fillOrder } from '#core/decision/orders/fill-order.ts'
import { isOpeningBlocked } from '#core/decision/preconditions.ts'
import { openingPrice } from '#core/margin/valuation.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Rate } from '#core/money/amounts.ts'
import { countByStatus } from '#core/order/active-orders.ts'
import type { Order } from '#core/order/order.ts'
import { isTargetReached, openingSlippage, stepsToTarget } from '#core/order/price-levels.ts'
import { type AccountAtDecision, receiptOf } from '#core/order/receipt.ts'

/**
 * Fills pending orders whose order price was reached, nearest to the previous quote first. Without a conversion rate
 * they stay pending.
 */
export function fillPending(
  draft: Draft,
  quote: Quote,
  before: PreviousQuote | null,
  context: DecisionContext,
): void {
  for (const order of reachedOrders(draft, quote, before)) {
    const rate = context.board.rate(order.terms.quoteCurrency)
    if (rate !== undefined) fillOrCancel(draft, order, { quote, rate }, context)
  }
}

function reachedOrders({ orders }: Draft, quote: Quote, before: PreviousQuote | null): readonly Order[] {
  const steps = (order: Order) => (before === null ? 0 : stepsToTarget(order, before))
  return [...orders.values()]
    .filter((order) => isPendingReached(order, quote))
    .sort((one, other) => steps(one) - steps(other) || one.id - other.id)
}

export function isPendingReached(order: Order, quote: Quote): boolean {
  return order.status === 'pending' && order.marketId === quote.marketId && isTargetReached(order, quote)
}

type QuoteAndRate = { readonly quote: Quote; readonly rate: Rate }

function fillOrCancel(
  draft: Draft,
  order: Order,
  { quote, rate }: QuoteAndRate,
  context: DecisionContext,
): void {
  const { feed, timeMs, board } = context
  const facts = { quote, feed, knownSeq: board.seq(), rate, expected: order.openPrice }
  const refused = checkFill(draft, order, { quote, rate }, context)
  if (refused !== undefined) {
    const { cause, account } = refused
    setCancelled(draft, order, cause, receiptOf({ ...facts, rule: cause, account }), timeMs)
    return
  }
  const cost = fillCost(order, quote, rate)
  const slippage = openingSlippage(order.side, order.openPrice, cost.price)
  const rule = order.kind === 'limit' ? 'limit_reached' : 'stop_reached'
  fillOrder(draft, order, cost, receiptOf({ ...facts, rule, slippage }), timeMs)
}

type FillRefusal = {
  readonly cause: 'simulated_prices' | 'orders_limit' | 'notional_limit' | 'insufficient_margin'
  readonly account: AccountAtDecision | null
}

function checkFill(
  draft: Draft,
  order: Order,
  { quote, rate }: QuoteAndRate,
  context: DecisionContext,
): FillRefusal | undefined {
  if (isOpeningBlocked(draft, context)) return { cause: 'simulated_prices', account: null }
  if (countByStatus(draft.orders, 'open') >= maxOpenOrders) return { cause: 'orders_limit', account: null }
  const price = openingPrice(order.side, quote)
  const exposed = { terms: order.terms, lots: order.lots, price, rate }
  const others = [...draft.orders.values()].filter(({ id }) => id !== order.id)
  if (exceedsNotionalLimit(exposed, draft.cash, others)) return { cause: 'notional_limit', account: null }
  const cost = fillCost(order, quote, rate)
  const { isEnough, figures } = checkFunds(draft, cost, context.board)
  if (isEnough) return undefined
  const { balance, equity, usedMargin, marginLevel } = figures
  return {
    cause: 'insufficient_margin',
    account: { balance, netValue: equity, usedMargin, riskRate: marginLevel, needed: cost.needed },
  }
}
