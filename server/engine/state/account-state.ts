import type { Effects, TradingAccount } from '#core/decision/decision.ts'
import type { Book } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import type { AccountRecord } from '#server/engine/engine-store.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import type { AccountRisk, Triggers } from '#server/engine/triggers/triggers.ts'

/** The accounts in memory, including uncommitted decisions. */
export type AccountState = {
  /** A snapshot: later decisions do not change it. */
  readonly get: (userId: number) => TradingAccount | undefined
  readonly has: (userId: number) => boolean
  readonly riskOf: (userId: number) => AccountRisk | undefined
  /** Empties the state before a reload. Accounts are added first, then their active orders, each once. */
  readonly clear: () => void
  readonly addAccount: (record: AccountRecord) => void
  readonly addOrder: (order: Order) => void
  /** Returns the ids of orders that are no longer open or pending. */
  readonly apply: (opening: Opening, effects: Effects) => readonly number[]
  readonly record: (userId: number) => AccountRecord
  /** Users with an open or pending order. */
  readonly usersWithOrders: () => Iterable<number>
}

/** Used if the account does not exist yet. */
export type Opening = { readonly userId: number; readonly book: Book; readonly timeMs: number }

/** Notified of every change to the active orders. */
export type OrderListener = Pick<Triggers, 'orderUpserted' | 'orderRemoved' | 'clear'>

type Account = {
  readonly userId: number
  readonly book: Book
  readonly openedAtMs: number
  cash: Micros
  locked: Micros
  isWarned: boolean
  /** Slots of its active orders in the slab. */
  slots: readonly number[]
}

export function createAccountState(
  slab = createOrderSlab(),
  listener: OrderListener = noListener,
): AccountState {
  const accounts = new Map<number, Account>()
  /** Cached, because one decision reads the same account several times. */
  let lastRead: TradingAccount | undefined

  /** True if the order was active and has ended. */
  function applyOrder(account: Account, order: Order): boolean {
    const slot = slotOf(account, order.id)
    if (slot !== undefined) listener.orderRemoved(slot, slab.read(slot))
    if (!isEnded(order)) {
      listener.orderUpserted(store(account, slot, order), order)
      return false
    }
    if (slot === undefined) return false
    slab.free(slot)
    account.slots = account.slots.filter((one) => one !== slot)
    return true
  }
  function slotOf({ slots }: Account, orderId: number): number | undefined {
    for (const slot of slots) if (slab.idAt(slot) === orderId) return slot
    return undefined
  }
  function store(account: Account, slot: number | undefined, order: Order): number {
    if (slot !== undefined) {
      slab.replace(slot, order)
      return slot
    }
    const added = slab.insert(order)
    account.slots = [...account.slots, added]
    return added
  }
  function read({ slots, ...account }: Account): TradingAccount {
    const orders = new Map<number, Order>()
    for (const slot of slots) orders.set(slab.idAt(slot), slab.read(slot))
    return { ...account, orders }
  }
  function open({ userId, book, timeMs }: Opening, { cash, locked }: Effects): Account {
    const opened = { userId, book, openedAtMs: timeMs, cash, locked, isWarned: false, slots: [] }
    accounts.set(userId, opened)
    return opened
  }
  return {
    get(userId) {
      if (lastRead?.userId === userId) return lastRead
      const account = accounts.get(userId)
      if (account === undefined) return undefined
      lastRead = read(account)
      return lastRead
    },
    has: (userId) => accounts.has(userId),
    riskOf(userId) {
      const account = accounts.get(userId)
      if (account === undefined) return undefined
      const { cash, isWarned, slots } = account
      return { cash, isWarned, open: slots.map(slab.read).filter(isOpen) }
    },
    clear() {
      accounts.clear()
      slab.clear()
      listener.clear()
      lastRead = undefined
    },
    addAccount(record) {
      lastRead = undefined
      accounts.set(record.userId, { ...record, slots: [] })
    },
    addOrder(order) {
      lastRead = undefined
      const account = accounts.get(order.userId)
      if (account === undefined) throw new Error(`order ${order.id} belongs to no loaded account`)
      listener.orderUpserted(store(account, undefined, order), order)
    },
    apply(opening, effects) {
      lastRead = undefined
      const account = accounts.get(opening.userId) ?? open(opening, effects)
      account.cash = effects.cash
      account.locked = effects.locked
      account.isWarned = effects.isWarned
      return effects.orders.filter((order) => applyOrder(account, order)).map(({ id }) => id)
    },
    record(userId) {
      const account = accounts.get(userId)
      if (account === undefined) throw new Error(`there is no account of user ${userId}`)
      const { slots: _, ...record } = account
      return record
    },
    *usersWithOrders() {
      for (const { userId, slots } of accounts.values()) if (slots.length > 0) yield userId
    },
  }
}

function isOpen({ status }: Order): boolean {
  return status === 'open'
}

const noListener: OrderListener = {
  orderUpserted: () => undefined,
  orderRemoved: () => undefined,
  clear: () => undefined,
}
