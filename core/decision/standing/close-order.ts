import type { DecisionContext } from '#core/decision/decision.ts'
import { type Draft, hasOpenOrders, postTransfers, setOrder } from '#core/decision/draft.ts'
import { profitTransfer, writeOffTransfer } from '#core/ledger/trade-transfers.ts'
import { valuation } from '#core/margin/valuation.ts'
import type { Price } from '#core/money/price.ts'
import type { CloseCause, Order } from '#core/order/order.ts'
import { closed } from '#core/order/order-steps.ts'
import { type AccountAtDecision, type Rule, receiptOf } from '#core/order/receipt.ts'
import { closingSlippage } from '#core/order/slippage.ts'

export type CloseReason = {
  readonly cause: CloseCause
  readonly rule: Rule
  readonly expected?: Price
  readonly account?: AccountAtDecision
}

/** Closes it at the closing price there is, and settles the profit. */
export function closeOrder(draft: Draft, order: Order, reason: CloseReason, around: DecisionContext): Order {
  const { quote, rate, closing, profit } = valuation(order, around.board)
  const { cause, rule, expected = null, account = null } = reason
  const slippage = closingSlippage(order.side, expected, closing)
  // Of a feed that never quoted the market the order still knows the quote it was opened with, and whose it was.
  const feed = quote === order.opened?.quote ? order.opened.feed : around.feed
  const knownSeq = around.board.seq()
  const receipt = receiptOf({ rule, quote, feed, knownSeq, rate, expected, slippage, account })
  const ended = closed(order, { price: closing, profit, cause, receipt, timeMs: around.timeMs })
  setOrder(draft, ended)
  postTransfers(draft, profitTransfer(ended.id, profit))
  return ended
}

/**
 * Where nothing is open any more, nobody owes anything: what is missing is the house's. There is nothing left to warn of
 * either, whatever the same quote opens next.
 */
export function settleIfFlat(draft: Draft, lastClosed: Order): void {
  if (hasOpenOrders(draft.orders)) return
  draft.isWarned = false
  if (draft.cash < 0) postTransfers(draft, writeOffTransfer(lastClosed.id, draft.cash))
}
