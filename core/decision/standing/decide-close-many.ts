import type { OrderRef, Tapped } from '#core/decision/command.ts'
import type { Decision, DecisionContext, OrderRefusal } from '#core/decision/decision.ts'
import { decided, startDraft } from '#core/decision/draft.ts'
import { closeOrder, settleIfFlat } from '#core/decision/standing/close-order.ts'
import { checkCanClose, closedByUser } from '#core/decision/standing/decide-close.ts'
import { findOrder } from '#core/decision/standing/find-order.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Order } from '#core/order/order.ts'

type CloseManyRequest = Tapped & { readonly orders: readonly OrderRef[] }

/** Closes each of them or says why not. One that is named twice is over by the second time. */
export function decideCloseMany(
  account: TradingAccount,
  wish: CloseManyRequest,
  around: DecisionContext,
): Decision {
  const draft = startDraft(account)
  const closed: Order[] = []
  const refusals: OrderRefusal[] = []
  for (const { orderId, wasKnown } of wish.orders) {
    const isOver = draft.changed.has(orderId)
    const found = findOrder(draft, { orderId, wasKnown: wasKnown || isOver }, ['open'])
    const refusal = found.kind === 'refused' ? found : checkCanClose(found.order, wish, around)
    if (refusal !== undefined) {
      const { kind: _, ...why } = refusal
      refusals.push({ orderId, ...why })
    } else if (found.kind === 'found') {
      const ended = closeOrder(draft, found.order, closedByUser, around)
      settleIfFlat(draft, ended)
      closed.push(ended)
    }
  }
  return { ...decided(draft, closed), refusals }
}
