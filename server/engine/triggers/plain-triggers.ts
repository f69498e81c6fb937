import type { Market } from '#core/market/market.ts'
import { createExposures } from '#server/engine/triggers/exposures.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'

export type PlainTriggersParts = {
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
