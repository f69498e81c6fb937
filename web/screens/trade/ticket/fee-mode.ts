import type { FeeMode } from '#core/order/order-terms.ts'
import { readBasicInfo } from '#web/calls/read-basic-info.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

/** How fees are charged; undefined until the first answer. */
export type FeeModeStore = ReadableStore<FeeMode | undefined> & {
  /** Asks, one at a time. What was known stays when no answer comes. */
  readonly ask: () => void
}

const stores = new WeakMap<AppParts, FeeModeStore>()

/** The one of this page: operators may switch it, so every opening of a ticket asks again. */
export function feeModeOf(parts: AppParts): FeeModeStore {
  const present = stores.get(parts)
  if (present !== undefined) return present
  const made = createFeeMode(parts)
  stores.set(parts, made)
  return made
}

function createFeeMode({ caller }: AppParts): FeeModeStore {
  const mode = createValueStore<FeeMode | undefined>(undefined)
  let isAsking = false
  async function ask(): Promise<void> {
    const info = await readBasicInfo(caller.call).catch(() => undefined)
    isAsking = false
    if (info !== undefined) mode.set(info.trade_fee_type === 1 ? 'per_lot' : 'share_of_margin')
  }
  return {
    getSnapshot: mode.getSnapshot,
    subscribe: mode.subscribe,
    ask() {
      if (isAsking) return
      isAsking = true
      void ask()
    },
  }
}
