import type { DecisionContext } from '#core/decision/decision.ts'
import { type Draft, setOrder } from '#core/decision/draft.ts'
import type { CancelCause, Order } from '#core/order/order.ts'
import { cancelled } from '#core/order/order-steps.ts'
import { type Receipt, type Rule, receiptOf } from '#core/order/receipt.ts'

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
