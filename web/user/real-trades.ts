import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { BasicInfo } from '#web/user/basic-info.ts'

/** Whether real accounts may open orders. Undefined until the server has answered. */
export type RealTrades = ReadableStore<boolean | undefined> & {
  /** Asks the server again, once at a time. Without an answer the value stays as it is. */
  readonly refresh: () => Promise<void>
}

type Parts = { readonly basicInfo: BasicInfo; readonly hasSimulatedPrices: boolean }

/** An operator may switch real trades off, but only while prices are simulated. */
export function createRealTrades({ basicInfo, hasSimulatedPrices }: Parts): RealTrades {
  return {
    getSnapshot() {
      if (!hasSimulatedPrices) return true
      const info = basicInfo.getSnapshot()
      return info === undefined ? undefined : info.real_trades === 1
    },
    subscribe: basicInfo.subscribe,
    async refresh() {
      if (hasSimulatedPrices) await basicInfo.refresh()
    },
  }
}
