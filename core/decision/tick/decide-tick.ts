import type { PreviousQuote } from '#core/decision/command.ts'
import type { Decision, DecisionContext, NoChange, TradingAccount } from '#core/decision/decision.ts'
import { type Draft, decided, startDraft } from '#core/decision/draft.ts'
import { closeOrder, settleIfFlat } from '#core/decision/orders/close-order.ts'
import { fillPending, isPendingReached } from '#core/decision/tick/fill-pending.ts'
import { enforceMargin, type MarginStatus, marginStatus } from '#core/decision/tick/margin-risk.ts'
import type { Quote } from '#core/market/quote.ts'
import { oldestFirst, openOrders } from '#core/order/active-orders.ts'
import { type ReachedStop, reachedStop } from '#core/order/price-levels.ts'

type TickInput = { readonly marketId: number; readonly before: PreviousQuote | null }

const nothing: NoChange = { kind: 'nothing' }
const noOpenMarket: NoChange = { kind: 'nothing', hasNoOpenMarket: true }

/**
 * Triggers stops, then enforces margin, then fills pending orders. Each step works on the result of the previous one.
 */
export function decideTick(
  account: TradingAccount,
  { marketId, before }: TickInput,
  context: DecisionContext,
): Decision {
  const { state, quote } = context.board.now(marketId)
  if (state !== 'open' || quote === undefined) return nothing
  // Fast path: most quotes change nothing.
  const status = marginStatus(account, context.board)
  const unchanged = noChangeFor(status)
  if (status !== 'due' && !hasTriggeredOrder(account, quote)) return unchanged
  const draft = startDraft(account)
  triggerStops(draft, quote, context)
  enforceMargin(draft, quote, context)
  fillPending(draft, quote, before, context)
  return hasChanged(draft, account) ? decided(draft, []) : unchanged
}

function noChangeFor(status: MarginStatus): NoChange {
  if (typeof status === 'object') return { kind: 'nothing', boardWait: status }
  return status === 'no_open_market' ? noOpenMarket : nothing
}

function hasTriggeredOrder({ orders }: TradingAccount, quote: Quote): boolean {
  for (const order of orders.values()) {
    if (order.marketId !== quote.marketId) continue
    if (order.status === 'pending' ? isPendingReached(order, quote) : reachedStop(order, quote) !== undefined)
      return true
  }
  return false
}

function hasChanged({ changed, isWarned }: Draft, account: TradingAccount): boolean {
  return changed.size > 0 || isWarned !== account.isWarned
}

const stopRules = { stop_loss: 'stop_loss_reached', take_profit: 'take_profit_reached' } as const

/**
 * Closes orders whose stop was reached, oldest first, at the current price. After a gap, that price differs from the
 * stop.
 */
function triggerStops(draft: Draft, quote: Quote, context: DecisionContext): void {
  for (const order of [...openOrders(draft.orders)].sort(oldestFirst)) {
    const reached = order.marketId === quote.marketId ? reachedStop(order, quote) : undefined
    if (reached !== undefined) settleIfFlat(draft, closeOrder(draft, order, stopReason(reached), context))
  }
}

function stopReason({ kind, level }: ReachedStop) {
  return { cause: kind, rule: stopRules[kind], expected: level }
}
