import type { KnownOrder } from '#core/decision/command.ts'
import type { Decision, Surroundings } from '#core/decision/decision.ts'
import { beginDraft, decided } from '#core/decision/draft.ts'
import { cancelOrder } from '#core/decision/standing/cancel-order.ts'
import { findOrder } from '#core/decision/standing/find-order.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'

/** Cancels a pending order, in a closed market too. */
export function decideCancel(account: TradingAccount, wish: KnownOrder, around: Surroundings): Decision {
  const found = findOrder(account, wish, ['pending'])
  if (found.kind === 'refused') return found
  // After this point it must succeed.
  const draft = beginDraft(account)
  return decided(draft, [
    cancelOrder(draft, found.order, { cause: 'user', rule: 'cancelled_by_user' }, around),
  ])
}
