import { micros } from '#core/money/amounts.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { AccountSnapshot, Portfolio } from '#server/portfolio/portfolio.ts'

/** Accounts whose figures are said by hand. One that nothing was said of is not read yet. */
export function createFakePortfolio() {
  const figures = new Map<number, AccountSnapshot>()
  const watchers = new Map<number, number>()
  const handlers = new Set<(change: AccountChanged) => void>()
  const asked = { count: 0 }

  function countWatcher(userId: number, by: 1 | -1): void {
    watchers.set(userId, (watchers.get(userId) ?? 0) + by)
  }
  const portfolio: Pick<Portfolio, 'watch'> = {
    subscribe(userId) {
      countWatcher(userId, 1)
      return {
        latest() {
          asked.count += 1
          return figures.get(userId)
        },
        unsubscribe: () => countWatcher(userId, -1),
      }
    },
  }
  return {
    portfolio,
    asked,
    onAccountChanged(handler: (change: AccountChanged) => void) {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    isHeard: () => handlers.size > 0,
    watchersOf: (userId: number) => watchers.get(userId) ?? 0,
    /** From now on the account comes to this. */
    show: (userId: number, profit: number, quoteSeq: number) =>
      void figures.set(userId, watchOf(profit, quoteSeq)),
    left(userId: number, left: readonly number[]): void {
      for (const handler of handlers) handler({ userId, endedOrders: left })
    },
  }
}

function watchOf(profit: number, quoteSeq: number): AccountSnapshot {
  const amount = micros(profit)
  const funds = { balance: micros(0), profit: amount, netValue: amount, midNetValue: amount }
  const none = { usedMargin: micros(0), riskRate: null, marginRatio: null, locked: micros(0) }
  return {
    funds: { ...funds, ...none, available: amount, quoteSeq, ordersMark: '0badcafe' },
    orders: [],
    notice: null,
  }
}
