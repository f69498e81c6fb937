import type { TradingAccount } from '#core/decision/decision.ts'
import type { Book, HouseAccount } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import { createOrderSlab, type OrderSlab } from '#server/engine/engine.ts'

/** An account as the journal makes it, with what its past adds up to. */
export type ReplayedAccount = Pick<TradingAccount, 'userId' | 'book'> & {
  readonly openedAtMs: number
  cash: Micros
  locked: Micros
  isWarned: boolean
  /** Where those open or pending are kept, by id. */
  readonly slots: Map<number, number>
  endedOrders: number
  realisedProfit: bigint
  cashEntries: number
  /** Deposits and withdrawals that are settled. */
  settledMovements: number
}

/** A movement as its row must be. */
export type ReplayedMovement = {
  readonly reference: string
  readonly userId: number
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: Micros
  readonly state: 'credited' | 'locked' | 'sent' | 'returned'
  readonly createdAtMs: number
  readonly changedAtMs: number
}

/**
 * Everything as it stands after the last batch: as much as the engine itself holds, and never the past. What is over is
 * compared in the batch in which it ended, and forgotten.
 */
export type ReplayedState = {
  /** The orders that stand, packed as the engine packs them. */
  readonly slab: OrderSlab
  readonly accounts: Map<number, ReplayedAccount>
  /** By book and account, as `real fees`. */
  readonly house: Map<string, bigint>
  /** Withdrawals that are neither sent nor returned, with the batch each was requested in. */
  readonly locked: Map<string, ReplayedMovement & { readonly seq: number }>
  nextOrderId: number
  nextTransferId: number
  /** The newest version of the rules that an entry was decided by. */
  rules: number
}

export function createReplayedState(): ReplayedState {
  return {
    slab: createOrderSlab(),
    accounts: new Map(),
    house: new Map(),
    locked: new Map(),
    nextOrderId: 1,
    nextTransferId: 1,
    rules: 0,
  }
}

export function houseName(book: Book, account: HouseAccount): string {
  return `${book} ${account}`
}

/** The account as a decision wants it, every order unpacked. */
export function tradingAccount({ slab }: ReplayedState, account: ReplayedAccount): TradingAccount {
  const orders = new Map<number, Order>()
  for (const [id, slot] of account.slots) orders.set(id, slab.read(slot))
  const { userId, book, cash, locked, isWarned } = account
  return { userId, book, cash, locked, isWarned, orders }
}

/** An order that goes on, or one that is over and leaves the account. */
export function putOrder({ slab }: ReplayedState, { slots }: ReplayedAccount, order: Order): void {
  const slot = slots.get(order.id)
  if (!isEnded(order)) {
    if (slot === undefined) slots.set(order.id, slab.insert(order))
    else slab.replace(slot, order)
  } else if (slot !== undefined) {
    slab.free(slot)
    slots.delete(order.id)
  }
}
