import { createWayOf } from '#core/market/conversion-way.ts'
import type { Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'

type PlainTriggersParts = {
  readonly markets: readonly Market[]
  /** Everyone who has a position. */
  readonly holders: () => Iterable<number>
}

/** Names everybody whom a quote of the market can touch at all. Nothing can be missed, and every quote costs as much. */
export function createPlainTriggers({ markets, holders }: PlainTriggersParts): Triggers {
  const exposures = createExposures(markets)
  /** Whoever changed, and whoever waits at the close-out level for a market to open. */
  const recheck = new Set<number>()
  let isEveryoneDue = false

  return {
    stands: (_, order) => exposures.add(order),
    leaves: (_, order) => exposures.remove(order),
    clear() {
      exposures.clear()
      recheck.clear()
      isEveryoneDue = false
    },
    watch(userId, { isWaiting, boardWait }) {
      if (isWaiting || boardWait !== undefined) recheck.add(userId)
    },
    note: (userId) => void recheck.add(userId),
    noteMarket(marketId) {
      for (const userId of exposures.usersOn(marketId)) recheck.add(userId)
    },
    noteEveryMarket() {
      isEveryoneDue = true
    },
    // Whoever waits is named on every quote as it is.
    opened() {},
    due(marketId) {
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
type Exposures = {
  readonly add: (order: Order) => void
  readonly remove: (order: Order) => void
  readonly clear: () => void
  readonly usersOn: (marketId: number) => Iterable<number>
}

function createExposures(markets: readonly Market[]): Exposures {
  const wayOf = createWayOf(markets)
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
