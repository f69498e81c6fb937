/** What came last, by key. When it is full the older half is forgotten at once: to find the very oldest each time would cost more. */
export type RecentMap<Key, Value> = {
  readonly get: (key: Key) => Value | undefined
  /** It is the newest from then on. */
  readonly set: (key: Key, value: Value) => void
  /** From the oldest on, until the first that is not meant. */
  readonly forgetWhile: (isMeant: (value: Value) => boolean) => void
  readonly clear: () => void
}

/** Holds at least half of so many, and no more than all of them and what must not be forgotten. */
export function createRecentMap<Key, Value>(
  most: number,
  mayForget: (value: Value) => boolean = () => true,
): RecentMap<Key, Value> {
  let older = new Map<Key, Value>()
  let newer = new Map<Key, Value>()

  function age(): void {
    const kept = [...older].filter(([, value]) => !mayForget(value))
    older = newer
    newer = new Map(kept)
  }
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      // Taken out first, so that both stay in the order of time.
      older.delete(key)
      newer.delete(key)
      newer.set(key, value)
      if (newer.size >= most / 2) age()
    },
    forgetWhile(isMeant) {
      for (const part of [older, newer])
        for (const [key, value] of part) {
          if (!isMeant(value)) return
          if (mayForget(value)) part.delete(key)
        }
    },
    clear() {
      older = new Map()
      newer = new Map()
    },
  }
}
