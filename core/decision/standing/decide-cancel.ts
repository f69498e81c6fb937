import type { OrderRef } from '#core/decision/command.ts'
import type { Decision, DecisionContext } from '#core/decision/decision.ts'
import { decided, startDraft } from '#core/decision/draft.ts'
import { cancelOrder } from '#core/decision/standing/cancel-order.ts'
import { findOrder } from '#core/decision/standing/find-order.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'

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
