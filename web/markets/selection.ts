import type { ListedMarket } from '#web/markets/markets-types.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

export const selectedMarketStorageKey = 'openlot.market'
const firstChoice = 'EURUSD'

export type Selection = {
  readonly selected: ReadableStore<number | undefined>
  readonly select: (marketId: number) => void
  /** The markets there are now. What is selected stays so while it is among them. */
  readonly setAvailable: (markets: readonly ListedMarket[]) => void
}

/** The market of /trade. Remembered by its code, which outlives a new set of ids. */
export function createSelection(stored: StoredText): Selection {
  const selected = createValueStore<number | undefined>(undefined)
  let offered: readonly ListedMarket[] = []
  const byId = (id: number | undefined) => offered.find((market) => market.id === id)
  const byCode = (code: string | undefined) => offered.find((market) => market.code === code)
  return {
    selected,
    select(marketId) {
      const market = byId(marketId)
      if (market !== undefined) stored.write(market.code)
      selected.set(marketId)
    },
    setAvailable(markets) {
      offered = markets
      const present = byId(selected.getSnapshot())
      // One that was selected before the list had come is known by its code only now.
      if (present !== undefined) stored.write(present.code)
      else selected.set((byCode(stored.read()) ?? byCode(firstChoice) ?? markets[0])?.id)
    },
  }
}
