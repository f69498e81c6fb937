import type { KnownOrder, Tapped } from '#core/decision/command.ts'
import type { Decision, OrderRefusal, Surroundings } from '#core/decision/decision.ts'
import { beginDraft, decided } from '#core/decision/draft.ts'
import { closeOrder, settle } from '#core/decision/standing/close-order.ts'
import { byUser, judgeClosing } from '#core/decision/standing/decide-close.ts'
import { findOrder } from '#core/decision/standing/find-order.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Order } from '#core/order/order.ts'

type Wish = Tapped & { readonly orders: readonly KnownOrder[] }

/** Closes each of them or says why not. One that is named twice is over by the second time. */
export function decideCloseMany(account: TradingAccount, wish: Wish, around: Surroundings): Decision {
  const draft = beginDraft(account)
  const closed: Order[] = []
  const refusals: OrderRefusal[] = []
  for (const { orderId, wasKnown } of wish.orders) {
    const isOver = draft.changed.has(orderId)
    const found = findOrder(draft, { orderId, wasKnown: wasKnown || isOver }, ['open'])
    const refusal = found.kind === 'refused' ? found : judgeClosing(found.order, wish, around)
    if (refusal !== undefined) {
      const { kind: _, ...why } = refusal
      refusals.push({ orderId, ...why })
    } else if (found.kind === 'found') {
      const ended = closeOrder(draft, found.order, byUser, around)
      settle(draft, ended)
      closed.push(ended)
    }
  }
  return { ...decided(draft, closed), refusals }
}
