import type { KeyRecord } from '#server/engine/engine-store.ts'
import { createRecentMap } from '#server/engine/state/recent-map.ts'
import type { BatchEntry } from '#server/engine/writer/batch.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * That a key was used. As long as it has an entry, what came of it is not on disk yet; later it is only there: all of it in memory would be
 * millions of small things, and the collector of garbage goes through every one of them while orders wait.
 */
export type CachedKey = {
  readonly fingerprint: string
  /** By the clock that nobody sets. */
  readonly addedMs: number
  uncommitted: BatchEntry | undefined
}

/** The keys of the last minutes: what was looked up before one was used waits no longer than that to be decided. */
export type IdempotencyCache = {
  readonly find: (userId: number, key: string) => CachedKey | undefined
  readonly add: (record: KeyRecord, entry: BatchEntry | undefined) => CachedKey
  readonly load: (records: readonly KeyRecord[]) => void
}

/** No command waits nearly as long between being looked up in the database and being decided. */
export const cacheTtlMs = 600_000
/** Twice as long as a command waits between being looked up and being decided. */
const leastRememberedMs = 10_000
/** The database still knows those beyond it. */
const mostRemembered = 100_000

export function createIdempotencyCache({ elapsed }: Pick<Clock, 'elapsed'>): IdempotencyCache {
  // A key is dropped only when it is on disk and no command can still be waiting that looked for it there too early.
  const memories = createRecentMap<string, CachedKey>(
    mostRemembered,
    ({ uncommitted: entry, addedMs: notedMs }) =>
      entry === undefined && elapsed() - notedMs > leastRememberedMs,
  )

  function keep({ userId, key, fingerprint }: KeyRecord, entry: BatchEntry | undefined): CachedKey {
    const memory = { fingerprint, notedMs: elapsed(), entry }
    memories.set(nameOf(userId, key), memory)
    return memory
  }
  return {
    find(userId, key) {
      const memory = memories.get(nameOf(userId, key))
      if (memory === undefined || memory.uncommitted !== undefined) return memory
      return elapsed() - memory.addedMs < cacheTtlMs ? memory : undefined
    },
    add: keep,
    load(records) {
      memories.clear()
      for (const record of records) keep(record, undefined)
    },
  }
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`
}
