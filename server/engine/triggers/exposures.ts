import { createWayOf } from '#core/market/conversion-way.ts'
import type { Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'

/** Which users a quote of a market can touch: by an order in it, or by its being what their profit is converted with. */
export type Exposures = {
  readonly add: (order: Order) => void
  readonly remove: (order: Order) => void
  readonly clear: () => void
  readonly usersOn: (marketId: number) => Iterable<number>
}

export function createExposures(markets: readonly Market[]): Exposures {
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
