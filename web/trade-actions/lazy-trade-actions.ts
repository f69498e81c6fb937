import type { ComponentType } from 'react'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'
import type { TradeActions, TradeActionsParts } from '#web/trade-actions/trade-actions.ts'

/**
 * The acts of this page. They are made when the first screen needs them, or at the start if the storage holds one: most
 * first visits need none of it. As a store: what shows acts on every screen, once it has been fetched.
 */
export type LazyTradeActions = ReadableStore<ComponentType | undefined> & {
  readonly get: (create: (parts: TradeActionsParts) => TradeActions) => TradeActions
}

type Parts = TradeActionsParts & {
  readonly load: () => Promise<
    readonly [create: (parts: TradeActionsParts) => TradeActions, notice: ComponentType]
  >
}

export function createLazyTradeActions({ load, ...parts }: Parts): LazyTradeActions {
  const { storage = {}, legacy, onWake, onStorageChange: onStored } = parts
  const notice = createValueStore<ComponentType | undefined>(undefined)
  let made: TradeActions | undefined
  let isLoading = false

  function get(create: (parts: TradeActionsParts) => TradeActions): TradeActions {
    made ??= create(parts)
    void fetchParts()
    return made
  }
  /** If that fails it is tried again when the line is back. */
  async function fetchParts(): Promise<void> {
    if (isLoading) return
    isLoading = true
    const loaded = await load().catch(() => undefined)
    isLoading = loaded !== undefined
    if (loaded === undefined) return
    made ??= loaded[0](parts)
    notice.set(loaded[1])
  }
  function look(): void {
    const hasKept = Object.keys(storage).some((name) => name.startsWith(actionKeyPrefix))
    if (made !== undefined || hasKept || legacy.read() !== undefined) void fetchParts()
  }
  onWake(look)
  onStored(look)
  look()
  return { ...notice, get }
}
