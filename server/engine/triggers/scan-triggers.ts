import { createConversionRoutes } from '#core/market/conversion.ts'
import type { Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'

type ScanTriggersParts = {
  readonly markets: readonly Market[]
  /** Users with an open or pending order. */
  readonly usersWithOrders: () => Iterable<number>
}

/** Selects every account that a quote of the market can affect at all. Simple and complete, but slow. */
export function createScanTriggers({ markets, usersWithOrders }: ScanTriggersParts): Triggers {
  const usersByMarket = createUsersByMarket(markets)
  /** Accounts that changed, that have no open market to close out in, or that are in a board wait. */
  const dirty = new Set<number>()
  let areAllDirty = false

  return {
    orderUpserted: (_, order) => usersByMarket.add(order),
    orderRemoved: (_, order) => usersByMarket.remove(order),
    accountRemoved: (userId) => void dirty.delete(userId),
    clear() {
      usersByMarket.clear()
      dirty.clear()
      areAllDirty = false
    },
    watch(userId, { hasNoOpenMarket, boardWait }) {
      if (hasNoOpenMarket || boardWait !== undefined) dirty.add(userId)
    },
    markDirty: (userId) => void dirty.add(userId),
    markMarketDirty(marketId) {
      for (const userId of usersByMarket.on(marketId)) dirty.add(userId)
    },
    markAllMarketsDirty() {
      areAllDirty = true
    },
    // Accounts without an open market are dirty, so the next quote selects them anyway.
    marketOpened() {},
    accountsToCheck(marketId) {
      const users = new Set(usersByMarket.on(marketId))
      for (const userId of dirty) users.add(userId)
      if (areAllDirty) for (const userId of usersWithOrders()) users.add(userId)
      dirty.clear()
      areAllDirty = false
      return users
    },
  }
}

/** Users with an order in a market, or with an order whose profit is converted at its price. */
type UsersByMarket = {
  readonly add: (order: Order) => void
  readonly remove: (order: Order) => void
  readonly clear: () => void
  readonly on: (marketId: number) => Iterable<number>
}

function createUsersByMarket(markets: readonly Market[]): UsersByMarket {
  const routeOf = createConversionRoutes(markets)
  /** Number of orders by market and user. */
  const counts = new Map<number, Map<number, number>>()

  function marketsOf({ marketId, terms }: Order): readonly number[] {
    const route = routeOf(terms.quoteCurrency)
    return route === undefined || route.marketId === marketId ? [marketId] : [marketId, route.marketId]
  }
  function count(order: Order, by: 1 | -1): void {
    for (const marketId of marketsOf(order)) {
      const users = counts.get(marketId) ?? new Map<number, number>()
      counts.set(marketId, users)
      const left = (users.get(order.userId) ?? 0) + by
      if (left === 0) users.delete(order.userId)
      else users.set(order.userId, left)
    }
  }
  return {
    add: (order) => count(order, 1),
    remove: (order) => count(order, -1),
    clear: () => counts.clear(),
    on: (marketId) => counts.get(marketId)?.keys() ?? [],
  }
}
