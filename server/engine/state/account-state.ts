import type { Effects, TradingAccount } from '#core/decision/decision.ts'
import type { Book } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import type { AccountRecord } from '#server/engine/engine-store.ts'
import type { OrderChange } from '#server/engine/engine-types.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import type { AccountRisk, Triggers } from '#server/engine/triggers/triggers.ts'
import type { Clock } from '#server/platform/clock.ts'

/** The accounts in memory, including uncommitted decisions: all with orders, and others that were used recently. */
export type AccountState = {
  /** A snapshot: later decisions do not change it. */
  readonly get: (userId: number) => TradingAccount | undefined
  readonly has: (userId: number) => boolean
  readonly riskOf: (userId: number) => AccountRisk | undefined
  /** Empties the state before a load. Accounts are added first, then their active orders, each once. */
  readonly clear: () => void
  readonly addAccount: (record: AccountRecord) => void
  readonly addOrder: (order: Order) => void
  /** Removes an account with its orders and triggers, if there is one. */
  readonly remove: (userId: number) => void
  /** Raises the version by one. Returns the orders before and after. */
  readonly apply: (opening: Opening, effects: Effects) => readonly OrderChange[]
  readonly record: (userId: number) => AccountRecord
  /** 0 if there is no account. */
  readonly versionOf: (userId: number) => number
  /**
   * Removes accounts without orders that were not used since then, unless they are in use. A call that finds very many
   * leaves the rest to the next one.
   */
  readonly unloadIdle: (sinceMs: number, isInUse: (userId: number) => boolean) => void
  readonly size: () => number
  /** Users with an open or pending order. */
  readonly usersWithOrders: () => Iterable<number>
}

/** Used if the account does not exist yet. */
export type Opening = { readonly userId: number; readonly book: Book; readonly timeMs: number }

/** Notified of every change to the active orders. */
export type OrderListener = Pick<Triggers, 'orderUpserted' | 'orderRemoved' | 'accountRemoved' | 'clear'>

type Account = {
  readonly userId: number
  readonly book: Book
  readonly openedAtMs: number
  cash: Micros
  locked: Micros
  isWarned: boolean
  version: number
  /** Slots of its active orders in the slab. */
  slots: readonly number[]
  /** When it was loaded or last decided on, on the monotonic clock. */
  usedMs: number
}

export function createAccountState(
  slab = createOrderSlab(),
  listener: OrderListener = noListener,
  elapsed: Clock['elapsed'] = () => 0,
): AccountState {
  const accounts = new Map<number, Account>()
  /** Cached, because one decision reads the same account several times. */
  let lastRead: TradingAccount | undefined
  /** Accounts without orders, the least recently used first. */
  const withoutOrders = new Map<number, Account>()

  function noteUse(account: Account): void {
    withoutOrders.delete(account.userId)
    if (account.slots.length === 0) withoutOrders.set(account.userId, account)
  }
  function applyOrder(account: Account, order: Order): OrderChange {
    const slot = slotOf(account, order.id)
    const before = slot === undefined ? undefined : slab.read(slot)
    if (slot !== undefined && before !== undefined) listener.orderRemoved(slot, before)
    if (!isEnded(order)) listener.orderUpserted(store(account, slot, order), order)
    else if (slot !== undefined) {
      slab.free(slot)
      account.slots = account.slots.filter((one) => one !== slot)
    }
    return { before, after: order }
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
  function remove(userId: number): void {
    lastRead = undefined
    for (const slot of accounts.get(userId)?.slots ?? []) {
      listener.orderRemoved(slot, slab.read(slot))
      slab.free(slot)
    }
    accounts.delete(userId)
    withoutOrders.delete(userId)
    listener.accountRemoved(userId)
  }
  function read({ slots, version: _, usedMs: __, ...account }: Account): TradingAccount {
    const orders = new Map<number, Order>()
    for (const slot of slots) orders.set(slab.idAt(slot), slab.read(slot))
    return { ...account, orders }
  }
  function open({ userId, book, timeMs }: Opening, { cash, locked }: Effects): Account {
    const fresh = { isWarned: false, version: 0, slots: [], usedMs: elapsed() }
    const opened = { userId, book, openedAtMs: timeMs, cash, locked, ...fresh }
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
      withoutOrders.clear()
      slab.clear()
      listener.clear()
      lastRead = undefined
    },
    addAccount(record) {
      lastRead = undefined
      const account = { ...record, slots: [], usedMs: elapsed() }
      accounts.set(record.userId, account)
      noteUse(account)
    },
    addOrder(order) {
      lastRead = undefined
      const account = accounts.get(order.userId)
      if (account === undefined) throw new Error(`order ${order.id} belongs to no loaded account`)
      listener.orderUpserted(store(account, undefined, order), order)
      noteUse(account)
    },
    remove,
    apply(opening, effects) {
      lastRead = undefined
      const account = accounts.get(opening.userId) ?? open(opening, effects)
      account.cash = effects.cash
      account.locked = effects.locked
      account.isWarned = effects.isWarned
      account.version += 1
      account.usedMs = elapsed()
      const changes = effects.orders.map((order) => applyOrder(account, order))
      noteUse(account)
      return changes
    },
    record(userId) {
      const account = accounts.get(userId)
      if (account === undefined) throw new Error(`there is no account of user ${userId}`)
      const { slots: _, usedMs: __, ...record } = account
      return record
    },
    versionOf: (userId) => accounts.get(userId)?.version ?? 0,
    unloadIdle(sinceMs, isInUse) {
      let visited = 0
      for (const { userId, usedMs } of withoutOrders.values()) {
        if (usedMs >= sinceMs || visited === maxVisited) return
        visited += 1
        if (!isInUse(userId)) remove(userId)
      }
    },
    size: () => accounts.size,
    *usersWithOrders() {
      for (const { userId, slots } of accounts.values()) if (slots.length > 0) yield userId
    },
  }
}

/** Takes a few milliseconds. */
const maxVisited = 20_000

function isOpen({ status }: Order): boolean {
  return status === 'open'
}

const noListener: OrderListener = {
  orderUpserted: () => undefined,
  orderRemoved: () => undefined,
  accountRemoved: () => undefined,
  clear: () => undefined,
}
