import type { KeyRecord } from '#server/engine/engine-store.ts'
import { createRecentMap } from '#server/engine/state/recent-map.ts'
import type { BatchEntry } from '#server/engine/writer/batch.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * A key that was used a short while ago. Its outcome is read from disk: if outcomes were cached, the garbage collector
 * would be busy while orders wait.
 */
export type CachedKey = {
  readonly fingerprint: string
  /** Time of the monotonic clock. */
  readonly addedMs: number
  /** The decision under this key until its batch is committed; undefined from then on. */
  uncommitted: BatchEntry | undefined
}

/** The idempotency keys of the last ten minutes, or the newest of them if there are too many. */
export type IdempotencyCache = {
  readonly find: (userId: number, key: string) => CachedKey | undefined
  readonly add: (record: KeyRecord, uncommitted: BatchEntry | undefined) => CachedKey
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
    ({ uncommitted, addedMs }) => uncommitted === undefined && elapsed() - addedMs > minAgeMs,
  )

  function add({ userId, key, fingerprint }: KeyRecord, uncommitted: BatchEntry | undefined): CachedKey {
    const cached = { fingerprint, addedMs: elapsed(), uncommitted }
    keys.set(nameOf(userId, key), cached)
    return cached
  }
  return {
    find(userId, key) {
      const cached = keys.get(nameOf(userId, key))
      if (cached === undefined || cached.uncommitted !== undefined) return cached
      return elapsed() - cached.addedMs < cacheTtlMs ? cached : undefined
    },
    add,
    load(records) {
      keys.clear()
      for (const record of records) add(record, undefined)
    },
  }
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`
}
