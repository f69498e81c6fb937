/** One who listens. */
export type Listener<Value> = {
  /** Nothing is told to one who has left. */
  readonly notify: (value: Value) => void
  /** False when it had left already. */
  readonly remove: () => boolean
}

export type Listeners<Value> = {
  readonly add: (handler: (value: Value) => void) => Listener<Value>
  readonly notify: (value: Value) => void
  readonly count: () => number
}

/** A set of handlers that cannot disturb each other: one that throws is reported, and the others hear all the same. */
export function createListeners<Value>(reportError: (error: unknown) => void): Listeners<Value> {
  const members = new Set<Listener<Value>>()
  function add(handler: (value: Value) => void): Listener<Value> {
    // An object of its own, so that one function added twice counts twice.
    const member: Listener<Value> = {
      notify(value) {
        if (!members.has(member)) return
        try {
          handler(value)
        } catch (error) {
          reportError(error)
        }
      },
      remove: () => members.delete(member),
    }
    members.add(member)
    return member
  }
  return {
    add,
    notify(value) {
      // A copy, because handlers come and go while they are told.
      for (const member of [...members]) member.notify(value)
    },
    count: () => members.size,
  }
}
