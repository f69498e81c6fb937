import type { ReadableStore } from '#browser/platform/value-store.ts'

/** One store per market, created on first use. */
type KeyedStores<Value> = {
  readonly store: (marketId: number) => ReadableStore<Value | undefined>
  readonly get: (marketId: number) => Value | undefined
  /** Notifies subscribers only if the value differs from the last one. */
  readonly set: (marketId: number, next: Value) => void
}

/** Listeners are notified through `schedule`, which may defer the call. The value itself changes at once. */
export function createKeyedStores<Value>(
  isSame: (one: Value, other: Value) => boolean,
  schedule: (notify: () => void) => void = (notify) => notify(),
): KeyedStores<Value> {
  const stores = new Map<number, MarketStore<Value>>()
  function storeOf(marketId: number): MarketStore<Value> {
    const present = stores.get(marketId) ?? createMarketStore<Value>(schedule)
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

type MarketStore<Value> = ReadableStore<Value | undefined> & { readonly set: (next: Value) => void }

function createMarketStore<Value>(schedule: (notify: () => void) => void): MarketStore<Value> {
  const notifications = new Set<() => void>()
  let value: Value | undefined
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      // A deferred notification is skipped after unsubscribing.
      const notify = () => {
        if (notifications.has(notify)) listener()
      }
      notifications.add(notify)
      return () => {
        notifications.delete(notify)
      }
    },
    set(next) {
      value = next
      for (const notify of [...notifications]) schedule(notify)
    },
  }
}

/** Shallow equality of two records of the same shape. */
export function isSameRecord<Shape extends object>(one: Shape, other: Shape): boolean {
  for (const key in one) if (!Object.is(one[key], other[key])) return false
  return true
}
