import { micros } from '#core/money/amounts.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { AccountSnapshot, Portfolio } from '#server/portfolio/portfolio.ts'
import { closedOrder, openOrder } from '#test/engine/sample-orders.ts'

/** The first fake market. */
const marketId = 1

/** Accounts whose figures a test sets. An account without figures counts as not loaded. */
export function createFakePortfolio() {
  const figures = new Map<number, AccountSnapshot>()
  const subscribers = new Map<number, number>()
  const versions = new Map<number, number>()
  const handlers = new Set<(change: AccountChanged) => void>()
  const reads = { count: 0 }

  function countSubscriber(userId: number, by: 1 | -1): void {
    subscribers.set(userId, (subscribers.get(userId) ?? 0) + by)
  }
  function publish(userId: number, orders: AccountChanged['orders']): void {
    const version = (versions.get(userId) ?? 0) + 1
    versions.set(userId, version)
    for (const handler of handlers) handler({ ...changeOf(userId), version, orders })
  }
  const portfolio: Pick<Portfolio, 'subscribe' | 'orderFigures'> = {
    orderFigures: (orders) => ({
      figures: orders.map((order) => ({ order, closing: order.closePrice, profit: micros(7) })),
      quoteSeq: 9,
    }),
    subscribe(userId) {
      countSubscriber(userId, 1)
      return {
        latest() {
          reads.count += 1
          return figures.get(userId)
        },
        unsubscribe: () => countSubscriber(userId, -1),
      }
    },
  }
  return {
    portfolio,
    reads,
    onAccountChanged(handler: (change: AccountChanged) => void) {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    hasListeners: () => handlers.size > 0,
    subscriberCount: (userId: number) => subscribers.get(userId) ?? 0,
    /** Sets the figures of an account. */
    setProfit: (userId: number, profit: number, quoteSeq: number) =>
      void figures.set(userId, snapshotOf(profit, quoteSeq)),
    /** Publishes one change in which these orders are closed. Each change has the next version, from 1. */
    closeOrders(userId: number, orderIds: readonly number[]): void {
      const orders = orderIds.map((id) => {
        const before = openOrder({ id, userId, marketId })
        return { before, after: closedOrder(before, 0) }
      })
      publish(userId, orders)
    },
    /** Publishes one change of an open order. */
    changeOrder(userId: number, id: number): void {
      const before = openOrder({ id, userId, marketId })
      publish(userId, [{ before, after: { ...before, stopLoss: null } }])
    },
    openOrder: (userId: number, id: number) =>
      publish(userId, [{ before: undefined, after: openOrder({ id, userId, marketId }) }]),
  }
}

function changeOf(userId: number): AccountChanged {
  return {
    ...{ position: { group: 0, seq: 1 }, userId, version: 1, timeMs: 0, cash: micros(0), locked: micros(0) },
    ...{ isWarned: false, orders: [], transfers: [], notice: null },
  }
}

function snapshotOf(profit: number, quoteSeq: number): AccountSnapshot {
  const amount = micros(profit)
  const funds = { balance: micros(0), profit: amount, equity: amount, midEquity: amount }
  const none = { usedMargin: micros(0), marginLevel: null, marginUsage: null, locked: micros(0) }
  return {
    funds: { ...funds, ...none, freeMargin: amount, quoteSeq, version: 3 },
    orders: [],
    notice: null,
  }
}
