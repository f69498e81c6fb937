import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'

export const selectedMarketStorageKey = 'openlot.market'
const defaultCode = 'EURUSD'

export type Selection = {
  readonly selected: ReadableStore<number | undefined>
  readonly select: (marketId: number) => void
  /** Sets the markets to select from. The selection stays if it is among them. */
  readonly setAvailable: (markets: readonly ListedMarket[]) => void
}

/** The market of /trade. Stored by its code, because ids may change. */
export function createSelection(stored: StoredText): Selection {
  const selected = createValueStore<number | undefined>(undefined)
  let available: readonly ListedMarket[] = []
  const byId = (id: number | undefined) => available.find((market) => market.id === id)
  const byCode = (code: string | undefined) => available.find((market) => market.code === code)
  return {
    selected,
    select(marketId) {
      const market = byId(marketId)
      if (market !== undefined) stored.write(market.code)
      selected.set(marketId)
    },
    setAvailable(markets) {
      available = markets
      const present = byId(selected.getSnapshot())
      // The market may have been selected by id before the list was loaded. Its code is known only now.
      if (present !== undefined) stored.write(present.code)
      else selected.set((byCode(stored.read()) ?? byCode(defaultCode) ?? markets[0])?.id)
    },
  }
}
