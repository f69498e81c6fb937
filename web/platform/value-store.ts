/** What `useSyncExternalStore` reads. */
export type ReadableStore<Value> = {
  readonly getSnapshot: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

export type ValueStore<Value> = ReadableStore<Value> & {
  /** Listeners hear only of a value that differs. */
  readonly set: (next: Value) => void
}

export function createValueStore<Value>(initial: Value): ValueStore<Value> {
  let value = initial
  const listeners = new Set<{ readonly listener: () => void }>()
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      // An object of its own, so that one function subscribed twice is two subscriptions.
      const entry = { listener }
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const entry of [...listeners]) entry.listener()
    },
  }
}
