/** What `useSyncExternalStore` reads. */
export type Store<Value> = {
  readonly get: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

export type ValueStore<Value> = Store<Value> & {
  /** Tells the listeners, unless nothing has changed. */
  readonly set: (next: Value) => void
}

export function createValueStore<Value>(first: Value): ValueStore<Value> {
  let value = first
  let listeners: readonly (() => void)[] = []
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      // Wrapped, so that one function that subscribes twice also leaves twice.
      const entry = () => listener()
      listeners = [...listeners, entry]
      return () => {
        listeners = listeners.filter((other) => other !== entry)
      }
    },
  }
}
