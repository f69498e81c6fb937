import type { ReadableStore } from '#web/platform/value-store.ts'

/** One store per market, made when it is first asked for or first set. */
type KeyedStores<Value> = {
  readonly store: (marketId: number) => ReadableStore<Value | undefined>
  readonly get: (marketId: number) => Value | undefined
  /** A value that says the same as the last one is not news. */
  readonly set: (marketId: number, next: Value) => void
}

/** Each listener is told through `tellBy`, which may put it off; the value itself is new at once. */
export function createKeyedStores<Value>(
  isSame: (one: Value, other: Value) => boolean,
  tellBy: (tell: () => void) => void = (tell) => tell(),
): KeyedStores<Value> {
  const stores = new Map<number, MarketStore<Value>>()
  function storeOf(marketId: number): MarketStore<Value> {
    const present = stores.get(marketId) ?? createMarketStore<Value>(tellBy)
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

function createMarketStore<Value>(tellBy: (tell: () => void) => void): MarketStore<Value> {
  const tells = new Set<() => void>()
  let value: Value | undefined
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      // Whoever has left meanwhile is not told any more.
      const tell = () => {
        if (tells.has(tell)) listener()
      }
      tells.add(tell)
      return () => {
        tells.delete(tell)
      }
    },
    set(next) {
      value = next
      for (const tell of [...tells]) tellBy(tell)
    },
  }
}

/** Whether two plain records of the same shape say the same. */
export function isSameRecord<Shape extends object>(one: Shape, other: Shape): boolean {
  for (const key in one) if (!Object.is(one[key], other[key])) return false
  return true
}
