import type { Decision, DecisionContext } from '#core/decision/decision.ts'
import { decided, postTransfers, startDraft } from '#core/decision/draft.ts'
import { refuse } from '#core/decision/refuse.ts'
import { cancelOrder } from '#core/decision/standing/cancel-order.ts'
import { closeOrder } from '#core/decision/standing/close-order.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import { demoTransfer } from '#core/ledger/demo-transfer.ts'
import { oldestFirst } from '#core/order/standing-orders.ts'

const byReset = { cause: 'demo_reset', rule: 'demo_reset' } as const

/**
 * Ends everything at the last known prices, in closed markets too, and brings cash to where it began. What was lost
 * beyond it is not written off but made up by the same transfer.
 */
export function decideDemoReset(account: TradingAccount, around: DecisionContext): Decision {
  if (account.book !== 'demo') return refuse('not_demo')
  // After this point it must succeed.
  const draft = startDraft(account)
  for (const order of [...account.orders.values()].sort(oldestFirst)) {
    if (order.status === 'open') closeOrder(draft, order, byReset, around)
    else cancelOrder(draft, order, byReset, around)
  }
  postTransfers(draft, demoTransfer(draft.cash, 'demo_reset'))
  return decided(draft, [])
}
