import type { Amendment, OrderRef, Ticket, WithLastSeen } from '#core/decision/command.ts'
import type { Decision, DecisionContext, TradingAccount } from '#core/decision/decision.ts'
import { type Draft, decided, setOrder, startDraft } from '#core/decision/draft.ts'
import { placeOrder } from '#core/decision/orders/place-order.ts'
import { findOrder } from '#core/decision/preconditions.ts'
import type { CancelCause, Order } from '#core/order/order.ts'
import { cancelled } from '#core/order/order-transitions.ts'
import { type Receipt, type Rule, receiptOf } from '#core/order/receipt.ts'

/** Cancels a pending order. Allowed while the market is closed. */
export function decideCancel(account: TradingAccount, request: OrderRef, context: DecisionContext): Decision {
  const found = findOrder(account, request, ['pending'])
  if (found.kind === 'refused') return found
  // No refusal beyond this point.
  const draft = startDraft(account)
  return decided(draft, [
    cancelOrder(draft, found.order, { cause: 'user', rule: 'cancelled_by_user' }, context),
  ])
}

type AmendRequest = OrderRef & WithLastSeen & Amendment

/**
 * Cancels a pending order and places another with a new id and the market's current terms. If the new order is refused,
 * the old one stays pending.
 */
export function decideAmend(
  account: TradingAccount,
  request: AmendRequest,
  context: DecisionContext,
): Decision {
  const found = findOrder(account, request, ['pending'])
  if (found.kind === 'refused') return found
  const { order } = found
  const draft = startDraft(account)
  cancelOrder(draft, order, { cause: 'amended', rule: 'amended' }, context)
  const placer = { userId: account.userId, draft, tapped: request.tapped, amendedFrom: order.id }
  const placed = placeOrder(placer, amendedTicket(order, request), context)
  return placed.kind === 'refused' ? placed : decided(draft, [placed.order])
}

function amendedTicket({ marketId, side, leverage }: Order, request: AmendRequest): Ticket {
  const { lots, target, stopLoss, takeProfit } = request
  return { marketId, side, leverage, lots, target, stopLoss, takeProfit, seen: null, deviation: 0 }
}

/** The receipt names the last quote, if any, and no rate: no money is converted. */
export function cancelOrder(
  draft: Draft,
  order: Order,
  { cause, rule }: { readonly cause: CancelCause; readonly rule: Rule },
  { board, feed, timeMs }: DecisionContext,
): Order {
  const quote = board.now(order.marketId).quote ?? null
  return setCancelled(draft, order, cause, receiptOf({ rule, quote, feed, knownSeq: board.seq() }), timeMs)
}

export function setCancelled(
  draft: Draft,
  order: Order,
  cause: CancelCause,
  receipt: Receipt,
  timeMs: number,
): Order {
  const ended = cancelled(order, cause, { receipt, timeMs })
  setOrder(draft, ended)
  return ended
}
