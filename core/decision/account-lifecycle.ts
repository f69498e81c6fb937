import type { Command } from '#core/decision/command.ts'
import { type Decision, type DecisionContext, refuse, type TradingAccount } from '#core/decision/decision.ts'
import { decided, postTransfers, startDraft } from '#core/decision/draft.ts'
import { cancelOrder } from '#core/decision/orders/cancel-order.ts'
import { closeOrder } from '#core/decision/orders/close-order.ts'
import { type Book, demoTransfer } from '#core/ledger/transfer.ts'
import { micros } from '#core/money/amounts.ts'
import { oldestFirst } from '#core/order/active-orders.ts'

/** A demo account starts with virtual credit, a real one with zero. */
export function decideAccountOpening(userId: number, book: Book): Decision {
  const zero = micros(0)
  const draft = startDraft({
    userId,
    book,
    cash: zero,
    locked: zero,
    isWarned: false,
    orders: new Map(),
  })
  if (book === 'demo') postTransfers(draft, demoTransfer(draft.cash, 'demo_opening'))
  return decided(draft, [])
}

const byReset = { cause: 'demo_reset', rule: 'demo_reset' } as const

/**
 * Ends all orders at the last known prices, even in closed markets, and resets the balance. The reset transfer also
 * covers a negative balance, so there is no write-off.
 */
export function decideDemoReset(account: TradingAccount, context: DecisionContext): Decision {
  if (account.book !== 'demo') return refuse('not_demo')
  // No refusal beyond this point.
  const draft = startDraft(account)
  for (const order of [...account.orders.values()].sort(oldestFirst)) {
    if (order.status === 'open') closeOrder(draft, order, byReset, context)
    else cancelOrder(draft, order, byReset, context)
  }
  postTransfers(draft, demoTransfer(draft.cash, 'demo_reset'))
  return decided(draft, [])
}

type Lift = Extract<Command, { readonly kind: 'lift_freeze' }>

/** Lifts the freeze that the owner has read, never a later one. A lift of an earlier version has neither time. */
export function decideLift(account: TradingAccount, { isFrozen, frozenAtMs, frozenSinceMs }: Lift): Decision {
  if (!isFrozen) return refuse('not_frozen')
  return frozenAtMs === frozenSinceMs ? decided(startDraft(account), []) : refuse('frozen_again')
}
