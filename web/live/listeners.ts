/** One who listens. */
export type Member<Value> = {
  /** Nothing is told to one who has left. */
  readonly tell: (value: Value) => void
  /** False when it had left already. */
  readonly leave: () => boolean
}

export type Handlers<Value> = {
  readonly add: (handler: (value: Value) => void) => Member<Value>
  readonly tell: (value: Value) => void
  readonly count: () => number
}

/** A set of handlers that cannot disturb each other: one that throws is reported, and the others hear all the same. */
export function createHandlers<Value>(reportError: (error: unknown) => void): Handlers<Value> {
  const members = new Set<Member<Value>>()
  function add(handler: (value: Value) => void): Member<Value> {
    // An object of its own, so that one function added twice counts twice.
    const member: Member<Value> = {
      tell(value) {
        if (!members.has(member)) return
        try {
          handler(value)
        } catch (error) {
          reportError(error)
        }
      },
      leave: () => members.delete(member),
    }
    members.add(member)
    return member
  }
  return {
    add,
    tell(value) {
      // A copy, because handlers come and go while they are told.
      for (const member of [...members]) member.tell(value)
    },
    count: () => members.size,
  }
}
