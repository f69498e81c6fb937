import type { EngineStore, UsedKey } from '#server/engine/engine-store.ts'
import { type BloomFilter, createBloomFilter } from '#server/engine/intake/bloom-filter.ts'
import type { IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Tells which keys were certainly never used. Nearly all keys are new, and a new key needs no database lookup. */
export type SeenKeys = {
  readonly isNew: (userId: number, key: string) => boolean
  readonly add: (userId: number, key: string) => void
  /**
   * Reads the keys that earlier processes used, chunk by chunk. Until all are read, no key counts as new. Call `load`
   * when the lease has been taken, and again after a failure.
   */
  readonly load: () => Promise<void>
  readonly stop: () => void
}

export type SeenKeysParts = {
  readonly store: Pick<EngineStore, 'keysSince'>
  readonly clock: Clock
  /** How long a used key is kept. */
  readonly retentionMs: number
  readonly bounds?: { readonly chunkRows: number; readonly maxRows: number }
}

/**
 * With more than `maxRows` keys, every key is looked up in the database. Loading is tried again only after the
 * retention time, because reading that many keys more often would cost more than it saves.
 */
const loadBounds = { chunkRows: 5000, maxRows: 20_000_000 }

export function createSeenKeys({ store, clock, retentionMs, bounds = loadBounds }: SeenKeysParts): SeenKeys {
  let current = createBloomFilter()
  let currentSinceMs = clock.now()
  let previous: BloomFilter | undefined
  let state: 'unknown' | 'loading' | 'loaded' | 'stopped' = 'unknown'
  let tooManyAtMs: number | undefined

  /** A key in neither filter has not been used within the retention time. */
  function rotate(): void {
    if (clock.now() - currentSinceMs <= retentionMs) return
    previous = current
    current = createBloomFilter()
    currentSinceMs = clock.now()
  }
  function add(userId: number, key: string): void {
    rotate()
    current.add(userId, key)
  }
  async function readAll(): Promise<'loaded' | 'unknown'> {
    const since = new Date(clock.now() - retentionMs)
    let last: UsedKey | undefined
    for (let rows = 0; rows < bounds.maxRows && state === 'loading'; rows += bounds.chunkRows) {
      const chunk = await store.keysSince(since, last, bounds.chunkRows)
      for (const { userId, key } of chunk) add(userId, key)
      if (chunk.length < bounds.chunkRows) return 'loaded'
      last = chunk.at(-1)
    }
    return 'unknown'
  }
  return {
    isNew: (userId, key) =>
      state === 'loaded' && !current.mayContain(userId, key) && previous?.mayContain(userId, key) !== true,
    add,
    async load() {
      if (state !== 'unknown') return
      if (tooManyAtMs !== undefined && clock.now() - tooManyAtMs <= retentionMs) return
      state = 'loading'
      const result = await readAll().catch((fault: unknown) => {
        if (state === 'loading') state = 'unknown'
        throw fault
      })
      if (state !== 'loading') return
      state = result
      tooManyAtMs = result === 'unknown' ? clock.now() : undefined
    },
    stop() {
      state = 'stopped'
    },
  }
}

/** Wraps the cache. A key that is added to it also counts as seen, because its outcome will be on disk. */
export function recordSeenKeys(cache: IdempotencyCache, seenKeys: Pick<SeenKeys, 'add'>): IdempotencyCache {
  return {
    ...cache,
    add(record, uncommitted) {
      seenKeys.add(record.userId, record.key)
      return cache.add(record, uncommitted)
    },
  }
}
