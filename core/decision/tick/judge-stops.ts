import type { DecisionContext } from '#core/decision/decision.ts'
import type { Draft } from '#core/decision/draft.ts'
import { closeOrder, settleIfFlat } from '#core/decision/standing/close-order.ts'
import type { Quote } from '#core/market/quote.ts'
import { type ReachedStop, reachedStop } from '#core/order/reached.ts'
import { oldestFirst, openOrders } from '#core/order/standing-orders.ts'

const stopRules = { stop_loss: 'stop_loss_reached', take_profit: 'take_profit_reached' } as const

/** Closes what has come to its stop loss or take profit, oldest first. A gap is a gap: the price is the one there is. */
export function triggerStops(draft: Draft, quote: Quote, around: DecisionContext): void {
  for (const order of [...openOrders(draft.orders)].sort(oldestFirst)) {
    const reached = order.marketId === quote.marketId ? reachedStop(order, quote) : undefined
    if (reached !== undefined) settleIfFlat(draft, closeOrder(draft, order, stopReason(reached), around))
  }
}

function stopReason({ kind, level }: ReachedStop) {
  return { cause: kind, rule: stopRules[kind], expected: level }
}
