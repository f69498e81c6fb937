import type { Effects } from '#core/decision/decision.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Book as LedgerBook } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/micros.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import type { AccountRecord } from '#server/engine/engine-store.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import type { AccountRisk, Triggers } from '#server/engine/triggers/triggers.ts'

/** Every account as it stands, what is not on disk yet included. Only decisions change it. */
export type AccountState = {
  /** As it stands now. What is decided later does not change what was handed out. */
  readonly get: (userId: number) => TradingAccount | undefined
  readonly has: (userId: number) => boolean
  /** The same as far as prices can do something to it. */
  readonly riskOf: (userId: number) => AccountRisk | undefined
  /** Nothing is known any more, until it is read again: the accounts first, then what they have standing, each once. */
  readonly clear: () => void
  readonly addAccount: (record: AccountRecord) => void
  readonly addOrder: (order: Order) => void
  /** Returns the ids that left the open or pending list. */
  readonly apply: (opening: Opening, effects: Effects) => readonly number[]
  readonly record: (userId: number) => AccountRecord
  /** Everyone who has anything open or pending. */
  readonly usersWithOrders: () => Iterable<number>
}

/** For an account that is not there yet. */
export type Opening = { readonly userId: number; readonly book: LedgerBook; readonly timeMs: number }

/** Told of every order that stands, and of every one that does so no more. */
export type OrderListener = Pick<Triggers, 'stands' | 'leaves' | 'clear'>

type Account = {
  readonly userId: number
  readonly book: LedgerBook
  readonly openedAtMs: number
  cash: Micros
  locked: Micros
  isWarned: boolean
  /** Where its orders are in the slab. */
  slots: readonly number[]
}

export function createAccountState(slab = createOrderSlab(), watch: OrderListener = nobody): AccountState {
  const accounts = new Map<number, Account>()
  /** Asked for several times on the way to one decision. */
  let lastShown: TradingAccount | undefined

  function put(account: Account, order: Order): boolean {
    const slot = slotOf(account, order.id)
    if (slot !== undefined) watch.orderRemoved(slot, slab.read(slot))
    if (!isEnded(order)) {
      watch.orderUpserted(stand(account, slot, order), order)
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
  function stand(account: Account, slot: number | undefined, order: Order): number {
    if (slot !== undefined) {
      slab.replace(slot, order)
      return slot
    }
    const added = slab.insert(order)
    account.slots = [...account.slots, added]
    return added
  }
  function shown({ slots, ...account }: Account): TradingAccount {
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
      if (lastShown?.userId === userId) return lastShown
      const account = accounts.get(userId)
      if (account === undefined) return undefined
      lastShown = shown(account)
      return lastShown
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
      watch.clear()
      lastShown = undefined
    },
    addAccount(record) {
      lastShown = undefined
      accounts.set(record.userId, { ...record, slots: [] })
    },
    addOrder(order) {
      lastShown = undefined
      const account = accounts.get(order.userId)
      if (account === undefined) throw new Error(`order ${order.id} is nobody's`)
      watch.orderUpserted(stand(account, undefined, order), order)
    },
    apply(opening, effects) {
      lastShown = undefined
      const account = accounts.get(opening.userId) ?? open(opening, effects)
      account.cash = effects.cash
      account.locked = effects.locked
      account.isWarned = effects.isWarned
      return effects.orders.filter((order) => put(account, order)).map(({ id }) => id)
    },
    record(userId) {
      const account = accounts.get(userId)
      if (account === undefined) throw new Error('an account that is not there has no record')
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

const nobody: OrderListener = {
  orderUpserted: () => undefined,
  orderRemoved: () => undefined,
  clear: () => undefined,
}
