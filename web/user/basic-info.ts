import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { BasicInfoAnswer } from '#contract/calls/settings.ts'
import { readBasicInfo } from '#web/calls/settings.ts'

/** Base settings as the server last answered them. Undefined until it has. */
export type BasicInfo = ReadableStore<BasicInfoAnswer | undefined> & {
  /** Asks once at a time. Never fails: without an answer the value stays as it is. */
  readonly refresh: () => Promise<void>
}

export function createBasicInfo(call: Call): BasicInfo {
  const store = createValueStore<BasicInfoAnswer | undefined>(undefined)
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const info = await readBasicInfo(call).catch(() => undefined)
    reading = undefined
    if (info !== undefined) store.set(info)
  }
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    async refresh() {
      reading ??= read()
      await reading
    },
  }
}
