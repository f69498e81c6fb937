import type { Command } from '#core/decision/command.ts'
import { type Decision, type DecisionContext, refuse, type TradingAccount } from '#core/decision/decision.ts'
import { decided, postTransfers, startDraft } from '#core/decision/draft.ts'
import { cancelOrder } from '#core/decision/orders/cancel-order.ts'
import { closeOrder, settleIfFlat } from '#core/decision/orders/close-order.ts'
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
 * Ends the oldest orders at the last known prices, even in closed markets. The command that ends the last ones resets
 * the balance. Its transfer also covers a negative balance. An earlier one writes it off, as any close does.
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
  const ended = orders.slice(0, maxOrders)
  let lastClosed: Order | undefined
  for (const order of ended) {
    if (order.status === 'open') lastClosed = closeOrder(draft, order, byReset, context)
    else cancelOrder(draft, order, byReset, context)
  }
  const rest = orders.slice(ended.length).map(({ id }) => id)
  if (rest.length > 0) {
    if (lastClosed !== undefined) settleIfFlat(draft, lastClosed)
    return { ...decided(draft, []), rest }
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
