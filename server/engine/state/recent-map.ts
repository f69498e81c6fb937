/**
 * The most recent entries by key, kept in two generations. A full map drops its older generation at once, which is
 * cheaper than finding the oldest entry every time.
 */
export type RecentMap<Key, Value> = {
  readonly get: (key: Key) => Value | undefined
  /** Makes this the newest entry, even if the key was there before. */
  readonly set: (key: Key, value: Value) => void
  readonly delete: (key: Key) => void
  /** Drops entries from the oldest on, up to the first one that does not match. */
  readonly forgetWhile: (matches: (value: Value) => boolean) => void
  readonly clear: () => void
}

/** Keeps at least the newest `capacity` ÷ 2 entries, and at most `capacity` plus those that must not be evicted. */
export function createRecentMap<Key, Value>(
  capacity: number,
  mayEvict: (value: Value) => boolean = () => true,
): RecentMap<Key, Value> {
  let older = new Map<Key, Value>()
  let newer = new Map<Key, Value>()

  function startGeneration(): void {
    const kept = [...older].filter(([, value]) => !mayEvict(value))
    older = newer
    newer = new Map(kept)
  }
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      // Deleted first, because a map keeps the position of a key that is set again.
      older.delete(key)
      newer.delete(key)
      newer.set(key, value)
      if (newer.size >= capacity / 2) startGeneration()
    },
    delete(key) {
      older.delete(key)
      newer.delete(key)
    },
    forgetWhile(matches) {
      for (const generation of [older, newer])
        for (const [key, value] of generation) {
          if (!matches(value)) return
          if (mayEvict(value)) generation.delete(key)
        }
    },
    clear() {
      older = new Map()
      newer = new Map()
    },
  }
}
