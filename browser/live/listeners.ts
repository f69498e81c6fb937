export type Listener<Value> = {
  /** Does nothing after `remove`. */
  readonly notify: (value: Value) => void
  /** False if the listener had already been removed. */
  readonly remove: () => boolean
}

export type Listeners<Value> = {
  readonly add: (handler: (value: Value) => void) => Listener<Value>
  readonly notify: (value: Value) => void
  readonly count: () => number
}

/** A set of handlers isolated from each other: an exception is reported, and the other handlers still run. */
export function createListeners<Value>(reportError: (error: unknown) => void): Listeners<Value> {
  const listeners = new Set<Listener<Value>>()
  function add(handler: (value: Value) => void): Listener<Value> {
    // A separate object, so that a function added twice counts twice.
    const listener: Listener<Value> = {
      notify(value) {
        if (!listeners.has(listener)) return
        try {
          handler(value)
        } catch (error) {
          reportError(error)
        }
      },
      remove: () => listeners.delete(listener),
    }
    listeners.add(listener)
    return listener
  }
  return {
    add,
    notify(value) {
      // A copy, because handlers may add and remove listeners.
      for (const listener of [...listeners]) listener.notify(value)
    },
    count: () => listeners.size,
  }
}
