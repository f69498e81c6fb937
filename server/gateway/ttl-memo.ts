import type { Clock } from '#server/platform/clock.ts'

/** Memoises `make` per key for `ttlMs`, so that many requests share one result. */
export function createTtlMemo<Key, Value>(
  clock: Clock,
  ttlMs: number,
  make: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new Map<Key, { readonly value: Value; readonly atMs: number }>()
  return (key) => {
    const nowMs = clock.elapsed()
    const cached = cache.get(key)
    if (cached !== undefined && nowMs - cached.atMs < ttlMs) return cached.value
    const value = make(key)
    cache.set(key, { value, atMs: nowMs })
    return value
  }
}
