import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { readBasicInfo } from '#web/calls/settings.ts'

/** Whether real accounts may open orders. Undefined until the server has answered. */
export type RealTrades = ReadableStore<boolean | undefined> & {
  /** Asks the server again, once at a time. Without an answer the value stays as it is. */
  readonly refresh: () => Promise<void>
}

type Parts = { readonly call: Call; readonly hasSimulatedPrices: boolean }

/** An operator may switch real trades off, but only while prices are simulated. */
export function createRealTrades({ call, hasSimulatedPrices }: Parts): RealTrades {
  const store = createValueStore<boolean | undefined>(hasSimulatedPrices ? undefined : true)
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const info = await readBasicInfo(call).catch(() => undefined)
    reading = undefined
    if (info !== undefined) store.set(info.real_trades === 1)
  }
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    async refresh() {
      if (!hasSimulatedPrices) return
      reading ??= read()
      await reading
    },
  }
}
