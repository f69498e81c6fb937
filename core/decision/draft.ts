import type { Decided, Effects, MarginNotice, TradingAccount } from '#core/decision/decision.ts'
import type { Movement } from '#core/ledger/movement.ts'
import { balanceChange, balanceKinds, type Transfer } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { isEnded, type Order } from '#core/order/order.ts'

/** An account while a decision works on it, step by step. It lives only as long as the decision. */
export type Draft = {
  cash: Micros
  locked: Micros
  isWarned: boolean
  /** Those open or pending, as they stand by now. */
  readonly orders: Map<number, Order>
  readonly changed: Map<number, Order>
  readonly transfers: Transfer[]
  notice: MarginNotice | null
  movement: Movement | null
}

export function startDraft({ cash, locked, isWarned, orders }: TradingAccount): Draft {
  return {
    cash,
    locked,
    isWarned,
    orders: new Map(orders),
    changed: new Map(),
    transfers: [],
    notice: null,
    movement: null,
  }
}

/** A new order, or one that has changed. What is over leaves the account. */
export function setOrder(draft: Draft, order: Order): void {
  draft.changed.set(order.id, order)
  if (isEnded(order)) draft.orders.delete(order.id)
  else draft.orders.set(order.id, order)
}

export function postTransfers(draft: Draft, transfers: readonly Transfer[]): void {
  for (const transfer of transfers) {
    draft.transfers.push(transfer)
    for (const purse of balanceKinds) draft[purse] = add(draft[purse], balanceChange(purse, transfer))
  }
}

export function decided(draft: Draft, answer: readonly Order[]): Decided {
  return { kind: 'decided', effects: effectsOf(draft), answer }
}

/** With nothing open there is nothing to warn of: the margin call is armed again. */
function effectsOf({ cash, locked, isWarned, orders, changed, transfers, notice, movement }: Draft): Effects {
  return {
    orders: [...changed.values()].sort((one, other) => one.id - other.id),
    transfers,
    cash,
    locked,
    isWarned: isWarned && hasOpenOrders(orders),
    notice,
    movement,
  }
}

export function hasOpenOrders(orders: ReadonlyMap<number, Order>): boolean {
  for (const { status } of orders.values()) if (status === 'open') return true
  return false
}
