import type { ComponentType } from 'react'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import { actPrefix } from '#web/trade-actions/storage-keys.ts'
import type { Acts, ActsParts } from '#web/trade-actions/trade-actions.ts'

/**
 * The acts of this page. They are made when the first screen needs them, or at the start if the storage holds one: most
 * first visits need none of it. As a store: what shows acts on every screen, once it has been fetched.
 */
export type LateActs = ReadableStore<ComponentType | undefined> & {
  readonly get: (create: (parts: ActsParts) => Acts) => Acts
}

type Parts = ActsParts & {
  readonly load: () => Promise<readonly [create: (parts: ActsParts) => Acts, notice: ComponentType]>
}

export function createLateActs({ load, ...parts }: Parts): LateActs {
  const { storage = {}, legacy, onWake, onStored } = parts
  const notice = createValueStore<ComponentType | undefined>(undefined)
  let made: Acts | undefined
  let isLoading = false

  function get(create: (parts: ActsParts) => Acts): Acts {
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
    const hasKept = Object.keys(storage).some((name) => name.startsWith(actPrefix))
    if (made !== undefined || hasKept || legacy.read() !== undefined) void fetchParts()
  }
  onWake(look)
  onStored(look)
  look()
  return { ...notice, get }
}
