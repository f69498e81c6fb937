import type { KeyRecord } from '#server/engine/engine-store.ts'
import { createRecentMap } from '#server/engine/state/recent-map.ts'
import type { BatchEntry, CachedKey } from '#server/engine/writer/batch.ts'
import type { Clock } from '#server/platform/clock.ts'

/** The idempotency keys of the last ten minutes, or the newest of them if there are too many. */
export type IdempotencyCache = {
  readonly find: (userId: number, key: string) => CachedKey | undefined
  readonly add: (record: KeyRecord, uncommitted: BatchEntry | undefined) => CachedKey
  /** The decision under this key is on disk from now on. */
  readonly commit: (cached: CachedKey) => void
  /** Removes a key whose decision was undone. A later use of the same key stays. */
  readonly remove: (cached: CachedKey) => void
  readonly load: (records: readonly KeyRecord[]) => void
}

/** Far longer than any command waits between the lookup of its key in the database and its decision. */
export const cacheTtlMs = 600_000
/** Twice the longest wait between lookup and decision. A younger key is never evicted. */
const minAgeMs = 10_000
/** Evicted keys are still in the database. */
const maxKeys = 100_000

export function createIdempotencyCache({ elapsed }: Pick<Clock, 'elapsed'>): IdempotencyCache {
  // A key may be evicted once it is on disk and every command that looked it up earlier has been decided.
  const keys = createRecentMap<string, CachedKey>(
    maxKeys,
    ({ uncommitted, usedMs }) => uncommitted === undefined && elapsed() - usedMs > minAgeMs,
  )

  function add({ userId, key, fingerprint }: KeyRecord, uncommitted: BatchEntry | undefined): CachedKey {
    const name = nameOf(userId, key)
    const cached = { name, fingerprint, usedMs: elapsed(), uncommitted }
    keys.set(name, cached)
    return cached
  }
  return {
    find(userId, key) {
      const cached = keys.get(nameOf(userId, key))
      if (cached === undefined || cached.uncommitted !== undefined) return cached
      return elapsed() - cached.usedMs < cacheTtlMs ? cached : undefined
    },
    add,
    commit(cached) {
      // A repeat may have waited for a commit longer than a key is cached, and must still find it.
      cached.usedMs = elapsed()
      cached.uncommitted = undefined
    },
    remove(cached) {
      if (keys.get(cached.name) === cached) keys.delete(cached.name)
    },
    load(records) {
      keys.clear()
      for (const record of records) add(record, undefined)
    },
  }
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`
}
