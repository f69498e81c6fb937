import { createValueStore, type ReadableStore, type ValueStore } from '#web/platform/value-store.ts'

/** One store per market, made when it is first asked for or first set. */
export type KeyedStores<Value> = {
  readonly store: (marketId: number) => ReadableStore<Value | undefined>
  readonly get: (marketId: number) => Value | undefined
  /** A value that says the same as the last one is not news. */
  readonly set: (marketId: number, next: Value) => void
}

export function createKeyedStores<Value>(isSame: (one: Value, other: Value) => boolean): KeyedStores<Value> {
  const stores = new Map<number, ValueStore<Value | undefined>>()
  function storeOf(marketId: number): ValueStore<Value | undefined> {
    const present = stores.get(marketId) ?? createValueStore<Value | undefined>(undefined)
    stores.set(marketId, present)
    return present
  }
  return {
    store: storeOf,
    get: (marketId) => stores.get(marketId)?.getSnapshot(),
    set(marketId, next) {
      const store = storeOf(marketId)
      const last = store.getSnapshot()
      if (last === undefined || !isSame(last, next)) store.set(next)
    },
  }
}
