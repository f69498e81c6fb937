import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'

export type LoadingCount = ReadableStore<number> & { readonly begin: () => void; readonly end: () => void }

/** Number of running calls that show the loading indicator. It is visible while the count is above zero. */
export function createLoadingCount(): LoadingCount {
  const count = createValueStore(0)
  return {
    getSnapshot: count.getSnapshot,
    subscribe: count.subscribe,
    begin: () => count.set(count.getSnapshot() + 1),
    // An unmatched end must not hide the indicator of the next call.
    end: () => count.set(Math.max(0, count.getSnapshot() - 1)),
  }
}
