/** The shape `useSyncExternalStore` expects. */
export type ReadableStore<Value> = {
  readonly getSnapshot: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

export type ValueStore<Value> = ReadableStore<Value> & {
  /** Notifies listeners only if the value differs. */
  readonly set: (next: Value) => void
}

export function createValueStore<Value>(initial: Value): ValueStore<Value> {
  let value = initial
  const listeners = new Set<{ readonly listener: () => void }>()
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      // A separate object, so that a function subscribed twice counts twice.
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
