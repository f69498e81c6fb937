import type { Command } from '#core/decision/command.ts'
import { type Decision, type DecisionContext, refuse, type TradingAccount } from '#core/decision/decision.ts'
import { decided, postTransfers, startDraft } from '#core/decision/draft.ts'
import { cancelOrder } from '#core/decision/orders/cancel-order.ts'
import { closeOrder } from '#core/decision/orders/close-order.ts'
import { type Book, demoTransfer } from '#core/ledger/transfer.ts'
import { micros } from '#core/money/amounts.ts'
import { oldestFirst } from '#core/order/active-orders.ts'
import type { Order } from '#core/order/order.ts'

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

type DemoReset = Extract<Command, { readonly kind: 'reset_demo' }>

/**
 * Ends orders at the last known prices, even in closed markets: the pending ones first, then the open ones, oldest
 * first. The command that ends the last ones resets the balance. Its transfer also covers a negative balance, so there
 * is no write-off.
 */
export function decideDemoReset(
  account: TradingAccount,
  { maxOrders }: Pick<DemoReset, 'maxOrders'>,
  context: DecisionContext,
): Decision {
  if (account.book !== 'demo') return refuse('not_demo')
  // No refusal beyond this point.
  const draft = startDraft(account)
  const orders = [...account.orders.values()].sort(oldestFirst)
  const isPending = ({ status }: Order) => status === 'pending'
  const inTurn = [...orders.filter(isPending), ...orders.filter((order) => !isPending(order))]
  for (const order of inTurn.slice(0, maxOrders)) {
    if (isPending(order)) cancelOrder(draft, order, byReset, context)
    else closeOrder(draft, order, byReset, context)
  }
  if (draft.orders.size > 0) return { ...decided(draft, []), isIncomplete: true }
  postTransfers(draft, demoTransfer(draft.cash, 'demo_reset'))
  return decided(draft, [])
}

type Lift = Extract<Command, { readonly kind: 'lift_freeze' }>

/** Lifts the freeze that the owner has read, never a later one. A lift of an earlier version has neither time. */
export function decideLift(account: TradingAccount, { isFrozen, frozenAtMs, frozenSinceMs }: Lift): Decision {
  if (!isFrozen) return refuse('not_frozen')
  return frozenAtMs === frozenSinceMs ? decided(startDraft(account), []) : refuse('frozen_again')
}
