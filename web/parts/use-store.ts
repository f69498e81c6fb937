import { useSyncExternalStore } from 'react'
import type { ReadableStore } from '#web/platform/value-store.ts'

/** The present value of a store; whoever calls this is shown anew when it changes. */
export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot)
}
