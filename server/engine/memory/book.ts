import type { Effects } from '#core/decision/decision.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Book as LedgerBook } from '#core/ledger/transfer.ts'
import type { Market } from '#core/market/market.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'
import { createExposures } from '#server/engine/memory/exposures.ts'
import type { AccountRecord, Loaded } from '#server/engine/records.ts'

/** Every account as it stands, what is not on disk yet included. Only decisions change it. */
export type Book = {
  readonly account: (userId: number) => TradingAccount | undefined
  readonly load: (loaded: Pick<Loaded, 'accounts' | 'orders'>) => void
  /** Returns the ids that left the open or pending list. */
  readonly apply: (opening: Opening, effects: Effects) => readonly number[]
  readonly record: (userId: number) => AccountRecord
  /** Whose money or orders a quote of this market can touch. */
  readonly usersOn: (marketId: number) => Iterable<number>
  /** Everyone who has a position. */
  readonly holders: () => readonly number[]
}

/** For an account that is not there yet. */
export type Opening = { readonly userId: number; readonly book: LedgerBook; readonly timeMs: number }

type Account = {
  readonly userId: number
  readonly book: LedgerBook
  readonly openedAtMs: number
  cash: Micros
  locked: Micros
  isWarned: boolean
  readonly orders: Map<number, Order>
}

export function createBook(markets: readonly Market[]): Book {
  const accounts = new Map<number, Account>()
  const exposures = createExposures(markets)

  function put(account: Account, order: Order): boolean {
    const before = account.orders.get(order.id)
    const isStanding = order.status === 'open' || order.status === 'pending'
    if (before !== undefined) exposures.remove(before)
    if (isStanding) {
      account.orders.set(order.id, order)
      exposures.add(order)
    } else account.orders.delete(order.id)
    return before !== undefined && !isStanding
  }
  function open({ userId, book, timeMs }: Opening, { cash, locked }: Effects): Account {
    const opened = { userId, book, openedAtMs: timeMs, cash, locked, isWarned: false, orders: new Map() }
    accounts.set(userId, opened)
    return opened
  }
  return {
    account: (userId) => accounts.get(userId),
    load(loaded) {
      accounts.clear()
      exposures.clear()
      for (const record of loaded.accounts) accounts.set(record.userId, { ...record, orders: new Map() })
      for (const order of loaded.orders) {
        const account = accounts.get(order.userId)
        if (account === undefined) throw new Error(`order ${order.id} is nobody's`)
        put(account, order)
      }
    },
    apply(opening, effects) {
      const account = accounts.get(opening.userId) ?? open(opening, effects)
      account.cash = effects.cash
      account.locked = effects.locked
      account.isWarned = effects.isWarned
      return effects.orders.filter((order) => put(account, order)).map(({ id }) => id)
    },
    record(userId) {
      const account = accounts.get(userId)
      if (account === undefined) throw new Error('an account that is not there has no record')
      const { orders: _, ...record } = account
      return record
    },
    usersOn: exposures.usersOn,
    holders: () => [...accounts.values()].filter(hasPosition).map(({ userId }) => userId),
  }
}

function hasPosition({ orders }: Account): boolean {
  for (const { status } of orders.values()) if (status === 'open') return true
  return false
}
