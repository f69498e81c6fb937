import { micros } from '#core/money/amounts.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { AccountSnapshot, Portfolio } from '#server/portfolio/portfolio.ts'

/** Accounts whose figures a test sets. An account without figures counts as not loaded. */
export function createFakePortfolio() {
  const figures = new Map<number, AccountSnapshot>()
  const subscribers = new Map<number, number>()
  const handlers = new Set<(change: AccountChanged) => void>()
  const reads = { count: 0 }

  function countSubscriber(userId: number, by: 1 | -1): void {
    subscribers.set(userId, (subscribers.get(userId) ?? 0) + by)
  }
  const portfolio: Pick<Portfolio, 'subscribe'> = {
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
    closeOrders(userId: number, orderIds: readonly number[]): void {
      for (const handler of handlers) handler({ userId, endedOrders: orderIds })
    },
  }
}

function snapshotOf(profit: number, quoteSeq: number): AccountSnapshot {
  const amount = micros(profit)
  const funds = { balance: micros(0), profit: amount, equity: amount, midEquity: amount }
  const none = { usedMargin: micros(0), marginLevel: null, marginUsage: null, locked: micros(0) }
  return {
    funds: { ...funds, ...none, freeMargin: amount, quoteSeq, ordersMark: '0badcafe' },
    orders: [],
    notice: null,
  }
}
