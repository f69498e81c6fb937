// Portfolio: balances, orders and history as users see them. It reads committed rows, values them at the latest prices
// and never writes.
import { boardWait } from '#core/decision/board-wait.ts'
import { createBoard, type StartPrice } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { formatMicros, micros } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import {
  readAccount,
  readAccountAndOrder,
  readIsFrozen,
  type StoredAccount,
} from '#server/portfolio/account-store.ts'
import { createAccountSubscriptions } from '#server/portfolio/account-subscriptions.ts'
import { fundsOf, orderFigures } from '#server/portfolio/account-valuation.ts'
import { pageBounds, readHistory, readLog } from '#server/portfolio/history-store.ts'
import type {
  OrderList,
  OrdersQuery,
  PageQuery,
  Portfolio,
  TabQuery,
} from '#server/portfolio/portfolio-types.ts'
import type { Pool } from '#server/storage/storage.ts'

export type {
  AccountSnapshot,
  AccountSubscription,
  OrdersQuery,
  OrderTab,
  Portfolio,
} from '#server/portfolio/portfolio-types.ts'

export type PortfolioParts = {
  readonly pool: Pool
  readonly markets: readonly Market[]
  /** The last stored prices, used until the first market event. */
  readonly lastPrices: readonly StartPrice[]
  /** The handler gets every event in order. Returns the unsubscribe function. */
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
  /** The handler runs after the change is committed. Returns the unsubscribe function. */
  readonly onAccountChanged: (handler: (change: AccountChanged) => void) => () => void
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
}

/**
 * Queries and subscriptions use at most four of twelve database connections each. Four stay free for followers and other
 * modules. Answers from memory take no place.
 */
const queryLimits = { maxRunning: 4, maxQueued: 500 }

type OrBusy<Result> = Promise<Result | 'busy'>

export function createPortfolio(parts: PortfolioParts): Portfolio {
  const { pool } = parts
  const board = createBoard(parts.markets, parts.lastPrices)
  const queryLimit = createConcurrencyLimit(queryLimits)
  const subscriptions = createAccountSubscriptions({
    ...parts,
    board,
    read: (userId) => readAccount(pool, userId),
  })
  const stops = [
    parts.onMarketEvent(board.apply),
    parts.onAccountChanged(subscriptions.onAccountChanged),
    subscriptions.stop,
  ]

  /** A subscribed account is known; any other is read. */
  async function accountOf(userId: number): OrBusy<StoredAccount> {
    return subscriptions.current(userId) ?? (await queryLimit.run(() => readAccount(pool, userId)))
  }
  async function accountAndOrder(userId: number, orderId: number) {
    const account = subscriptions.current(userId)
    const order = [...(account?.open ?? []), ...(account?.pending ?? [])].find(({ id }) => id === orderId)
    if (account !== undefined && order !== undefined) return { account, order }
    return await queryLimit.run(() => readAccountAndOrder(pool, userId, orderId))
  }
  async function endedOrders(userId: number, query: TabQuery): OrBusy<OrderList> {
    const history = await queryLimit.run(() => readHistory(pool, userId, query, pageBounds(query)))
    if (history === 'busy') return history
    const { account, ended, total, profit } = history
    const orders = ended.map((order) => orderFigures(order, board))
    return { orders, total, totalProfit: profit, funds: fundsOf(account, board) }
  }
  async function activeOrders(userId: number, tab: 'open' | 'pending', query: TabQuery): OrBusy<OrderList> {
    const account = await accountOf(userId)
    if (account === 'busy') return account
    const { marketId } = query
    const matching = account[tab].filter((order) => marketId === undefined || order.marketId === marketId)
    return listOf(matching, query, account)
  }
  async function orderById(userId: number, query: PageQuery & { readonly id: number }): OrBusy<OrderList> {
    const found = await accountAndOrder(userId, query.id)
    if (found === 'busy') return found
    const { account, order } = found
    return listOf(order === undefined ? [] : [order], query, account)
  }
  function listOf(all: readonly Order[], page: PageQuery, account: StoredAccount): OrderList {
    const figures = all.map((order) => orderFigures(order, board))
    const { offset, limit } = pageBounds(page)
    return {
      orders: figures.slice(offset, offset + limit),
      total: figures.length,
      totalProfit: formatMicros(figures.reduce((sum, { profit }) => add(sum, profit), micros(0))),
      funds: fundsOf(account, board),
    }
  }
  function list(userId: number, query: OrdersQuery): OrBusy<OrderList> {
    if ('id' in query) return orderById(userId, query)
    const { tab } = query
    return tab === 'history' ? endedOrders(userId, query) : activeOrders(userId, tab, query)
  }
  return {
    orders: list,
    async funds(userId) {
      const account = await accountOf(userId)
      return account === 'busy' ? account : fundsOf(account, board)
    },
    async boardWait(userId) {
      const account = await accountOf(userId)
      return account === 'busy' ? account : boardWait(account.open, board)
    },
    isFrozen: (userId) => queryLimit.run(() => readIsFrozen(pool, userId)),
    log: (userId, query) => queryLimit.run(() => readLog(pool, userId, query, pageBounds(query))),
    orderFigures: (orders) => ({
      figures: orders.map((order) => orderFigures(order, board)),
      quoteSeq: board.seq(),
    }),
    subscribe: subscriptions.subscribe,
    stop() {
      for (const stop of stops) stop()
    },
  }
}
