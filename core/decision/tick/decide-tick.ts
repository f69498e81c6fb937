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

const nothing = { kind: 'nothing' } as const
const waiting = { kind: 'nothing', isWaiting: true } as const

function noChangeFor(risk: MarginStatus): NoChange {
  if (typeof risk === 'object') return { kind: 'nothing', boardWait: risk }
  return risk === 'waiting' ? waiting : nothing
}

/** Stops first, then the risk of the whole account, then pending orders: each step sees what the one before left. */
export function decideTick(
  account: TradingAccount,
  { marketId, before }: TickInput,
  around: DecisionContext,
): Decision {
  const { state, quote } = around.board.now(marketId)
  if (state !== 'open' || quote === undefined) return nothing
  // Most quotes change nothing for most accounts.
  const risk = marginStatus(account, around.board)
  const unchanged = noChangeFor(risk)
  if (risk !== 'due' && !hasTriggeredOrder(account, quote)) return unchanged
  const draft = startDraft(account)
  triggerStops(draft, quote, around)
  enforceMargin(draft, quote, around)
  fillPending(draft, quote, before, around)
  return hasChanged(draft, account) ? decided(draft, []) : unchanged
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

/** Closes what has come to its stop loss or take profit, oldest first. A gap is a gap: the price is the one there is. */
function triggerStops(draft: Draft, quote: Quote, around: DecisionContext): void {
  for (const order of [...openOrders(draft.orders)].sort(oldestFirst)) {
    const reached = order.marketId === quote.marketId ? reachedStop(order, quote) : undefined
    if (reached !== undefined) settleIfFlat(draft, closeOrder(draft, order, stopReason(reached), around))
  }
}

function stopReason({ kind, level }: ReachedStop) {
  return { cause: kind, rule: stopRules[kind], expected: level }
}
