import type { Clock } from '#server/platform/clock.ts'

/** Keeps what was made by key, and makes it anew once it is older than a moment: many may ask, it is made once. */
export function createTtlMemo<Key, Value>(
  clock: Clock,
  oldestMs: number,
  make: (key: Key) => Value,
): (key: Key) => Value {
  const kept = new Map<Key, { readonly value: Value; readonly atMs: number }>()
  return (key) => {
    const nowMs = clock.elapsed()
    const present = kept.get(key)
    if (present !== undefined && nowMs - present.atMs < oldestMs) return present.value
    const value = make(key)
    kept.set(key, { value, atMs: nowMs })
    return value
  }
}
