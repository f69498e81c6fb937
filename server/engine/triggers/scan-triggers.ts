import { createConversionRoutes } from '#core/market/conversion.ts'
import type { Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'

type ScanTriggersParts = {
  readonly markets: readonly Market[]
  /** Everyone who has a position. */
  readonly usersWithOrders: () => Iterable<number>
}

/** Names everybody whom a quote of the market can touch at all. Nothing can be missed, and every quote costs as much. */
export function createScanTriggers({ markets, usersWithOrders: holders }: ScanTriggersParts): Triggers {
  const exposures = createUsersByMarket(markets)
  /** Whoever changed, and whoever waits at the close-out level for a market to open. */
  const recheck = new Set<number>()
  let isEveryoneDue = false

  return {
    orderUpserted: (_, order) => exposures.add(order),
    orderRemoved: (_, order) => exposures.remove(order),
    clear() {
      exposures.clear()
      recheck.clear()
      isEveryoneDue = false
    },
    watch(userId, { isWaiting, boardWait }) {
      if (isWaiting || boardWait !== undefined) recheck.add(userId)
    },
    markDirty: (userId) => void recheck.add(userId),
    markMarketDirty(marketId) {
      for (const userId of exposures.usersOn(marketId)) recheck.add(userId)
    },
    markAllMarketsDirty() {
      isEveryoneDue = true
    },
    // Whoever waits is named on every quote as it is.
    marketOpened() {},
    accountsToCheck(marketId) {
      const users = new Set(exposures.usersOn(marketId))
      for (const userId of recheck) users.add(userId)
      if (isEveryoneDue) for (const userId of holders()) users.add(userId)
      recheck.clear()
      isEveryoneDue = false
      return users
    },
  }
}

/** Which users a quote of a market can touch: by an order in it, or by its being what their profit is converted with. */
type UsersByMarket = {
  readonly add: (order: Order) => void
  readonly remove: (order: Order) => void
  readonly clear: () => void
  readonly usersOn: (marketId: number) => Iterable<number>
}

function createUsersByMarket(markets: readonly Market[]): UsersByMarket {
  const wayOf = createConversionRoutes(markets)
  /** How many orders of a user depend on a market. */
  const counts = new Map<number, Map<number, number>>()

  function marketsOf({ marketId, terms }: Order): readonly number[] {
    const way = wayOf(terms.quoteCurrency)
    return way === undefined || way.marketId === marketId ? [marketId] : [marketId, way.marketId]
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
    usersOn: (marketId) => counts.get(marketId)?.keys() ?? [],
  }
}
