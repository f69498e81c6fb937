import type { ComponentType } from 'react'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'
import type { TradeActions, TradeActionsParts } from '#web/trade-actions/trade-actions.ts'

/**
 * The trade actions of this page, created when the first screen needs them, or at the start if an action is stored.
 * Most first visits load none of this code. The store holds the component that shows actions on every screen, once
 * loaded.
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
  const { storage = {}, legacy, onWake, onStorageChange } = parts
  const notice = createValueStore<ComponentType | undefined>(undefined)
  let created: TradeActions | undefined
  let isLoading = false

  function get(create: (parts: TradeActionsParts) => TradeActions): TradeActions {
    created ??= create(parts)
    void loadCode()
    return created
  }
  /** A failed load is retried when the connection is back. */
  async function loadCode(): Promise<void> {
    if (isLoading) return
    isLoading = true
    const loaded = await load().catch(() => undefined)
    isLoading = loaded !== undefined
    if (loaded === undefined) return
    created ??= loaded[0](parts)
    notice.set(loaded[1])
  }
  function loadIfNeeded(): void {
    const hasStored = Object.keys(storage).some((name) => name.startsWith(actionKeyPrefix))
    if (created !== undefined || hasStored || legacy.read() !== undefined) void loadCode()
  }
  onWake(loadIfNeeded)
  onStorageChange(loadIfNeeded)
  loadIfNeeded()
  return { ...notice, get }
}
