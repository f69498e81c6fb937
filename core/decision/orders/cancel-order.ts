import type { Amendment, OrderRef, Tapped, Ticket } from '#core/decision/command.ts'
import type { Decision, DecisionContext, TradingAccount } from '#core/decision/decision.ts'
import { type Draft, decided, setOrder, startDraft } from '#core/decision/draft.ts'
import { placeOrder } from '#core/decision/orders/place-order.ts'
import { findOrder } from '#core/decision/preconditions.ts'
import type { CancelCause, Order } from '#core/order/order.ts'
import { cancelled } from '#core/order/order-transitions.ts'
import { type Receipt, type Rule, receiptOf } from '#core/order/receipt.ts'

/** Cancels a pending order, in a closed market too. */
export function decideCancel(account: TradingAccount, wish: OrderRef, around: DecisionContext): Decision {
  const found = findOrder(account, wish, ['pending'])
  if (found.kind === 'refused') return found
  // After this point it must succeed.
  const draft = startDraft(account)
  return decided(draft, [
    cancelOrder(draft, found.order, { cause: 'user', rule: 'cancelled_by_user' }, around),
  ])
}

type AmendRequest = OrderRef & Tapped & Amendment

/** Cancels a pending order and places it again, on today's terms and under a new id. Refused, the old one stays. */
export function decideAmend(account: TradingAccount, wish: AmendRequest, around: DecisionContext): Decision {
  const found = findOrder(account, wish, ['pending'])
  if (found.kind === 'refused') return found
  const { order } = found
  const draft = startDraft(account)
  cancelOrder(draft, order, { cause: 'amended', rule: 'amended' }, around)
  const placer = { userId: account.userId, draft, tapped: wish.tapped, amendedFrom: order.id }
  const placed = placeOrder(placer, amendedTicket(order, wish), around)
  return placed.kind === 'refused' ? placed : decided(draft, [placed.order])
}

function amendedTicket({ marketId, side, leverage }: Order, wish: AmendRequest): Ticket {
  const { lots, target, stopLoss, takeProfit } = wish
  return { marketId, side, leverage, lots, target, stopLoss, takeProfit, seen: null, deviation: 0 }
}

/** Cancels it with the last quote there was, if there was one: no price mattered, and no money was turned. */
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
