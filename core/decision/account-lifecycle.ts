import { type Decision, type DecisionContext, refuse, type TradingAccount } from '#core/decision/decision.ts'
import { decided, postTransfers, startDraft } from '#core/decision/draft.ts'
import { cancelOrder } from '#core/decision/orders/cancel-order.ts'
import { closeOrder } from '#core/decision/orders/close-order.ts'
import { type Book, demoTransfer } from '#core/ledger/transfer.ts'
import { micros } from '#core/money/amounts.ts'
import { oldestFirst } from '#core/order/active-orders.ts'

/** A demo account begins with what the house gives it, a real one with nothing. */
export function decideAccountOpening(userId: number, book: Book): Decision {
  const nothing = micros(0)
  const draft = startDraft({
    userId,
    book,
    cash: nothing,
    locked: nothing,
    isWarned: false,
    orders: new Map(),
  })
  if (book === 'demo') postTransfers(draft, demoTransfer(draft.cash, 'demo_opening'))
  return decided(draft, [])
}

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
