/** A value for `useSyncExternalStore`. */
export type Store<Value> = {
  readonly get: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

export type ValueStore<Value> = Store<Value> & {
  /** Notifies the listeners if the value has changed. */
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
      // A new function per subscription, so that subscribing the same listener twice makes two entries.
      const entry = () => listener()
      listeners = [...listeners, entry]
      return () => {
        listeners = listeners.filter((other) => other !== entry)
      }
    },
  }
}
