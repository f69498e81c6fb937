import type { Decided, Effects, MarginNotice, TradingAccount } from '#core/decision/decision.ts'
import type { Movement } from '#core/ledger/movement.ts'
import { type Book, balanceChange, balanceKinds, type Transfer } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { isEnded, type Order } from '#core/order/order.ts'

/** Working copy of an account during one decision. */
export type Draft = {
  readonly book: Book
  cash: Micros
  locked: Micros
  isWarned: boolean
  /** Active orders after the steps so far. */
  readonly orders: Map<number, Order>
  readonly changed: Map<number, Order>
  readonly transfers: Transfer[]
  notice: MarginNotice | null
  movement: Movement | null
}

export function startDraft({ book, cash, locked, isWarned, orders }: TradingAccount): Draft {
  return {
    book,
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

/** Adds or replaces an order. An ended order leaves the active orders. */
export function setOrder(draft: Draft, order: Order): void {
  draft.changed.set(order.id, order)
  if (isEnded(order)) draft.orders.delete(order.id)
  else draft.orders.set(order.id, order)
}

export function postTransfers(draft: Draft, transfers: readonly Transfer[]): void {
  for (const transfer of transfers) {
    draft.transfers.push(transfer)
    for (const kind of balanceKinds) draft[kind] = add(draft[kind], balanceChange(kind, transfer))
  }
}

export function decided(draft: Draft, answer: readonly Order[]): Decided {
  return { kind: 'decided', effects: effectsOf(draft), answer }
}

/** An account without open orders has no active margin call. */
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
