import type { EngineStore, UsedKey } from '#server/engine/engine-store.ts'
import { type BloomFilter, createBloomFilter } from '#server/engine/intake/bloom-filter.ts'
import type { IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Which keys were certainly never used before: nothing need be read for those, and nearly all are. */
export type SeenKeys = {
  readonly isNew: (userId: number, key: string) => boolean
  readonly add: (userId: number, key: string) => void
  /**
   * Reads the keys of before this process wrote any, chunk by chunk. Until it is through nothing is certain. To be called
   * once the lease is held, and again where it failed.
   */
  readonly load: () => Promise<void>
  readonly stop: () => void
}

export type SeenKeysParts = {
  readonly store: Pick<EngineStore, 'keysSince'>
  readonly clock: Clock
  /** As long as a key is kept. */
  readonly retentionMs: number
  readonly bounds?: { readonly chunkRows: number; readonly mostRows: number }
}

/**
 * Where there are more than that, every key is read, as if nothing were known. It is tried again once all of those are
 * forgotten: to read so many over and over would cost more than it ever saves.
 */
const learnBounds = { chunkRows: 5000, mostRows: 20_000_000 }

export function createSeenKeys({
  store,
  clock,
  retentionMs: keptMs,
  bounds = learnBounds,
}: SeenKeysParts): SeenKeys {
  let newest = createBloomFilter()
  let newestSinceMs = clock.now()
  let former: BloomFilter | undefined
  let state: 'unknown' | 'learning' | 'known' | 'stopped' = 'unknown'
  let tooManyAtMs: number | undefined

  /** What is in neither of the two was noted before all that is kept. */
  function turnPage(): void {
    if (clock.now() - newestSinceMs <= keptMs) return
    former = newest
    newest = createBloomFilter()
    newestSinceMs = clock.now()
  }
  function note(userId: number, key: string): void {
    turnPage()
    newest.add(userId, key)
  }
  async function readAll(): Promise<'known' | 'unknown'> {
    const since = new Date(clock.now() - keptMs)
    let last: UsedKey | undefined
    for (let rows = 0; rows < bounds.mostRows && state === 'learning'; rows += bounds.chunkRows) {
      const chunk = await store.keysSince(since, last, bounds.chunkRows)
      for (const { userId, key } of chunk) note(userId, key)
      if (chunk.length < bounds.chunkRows) return 'known'
      last = chunk.at(-1)
    }
    return 'unknown'
  }
  return {
    isNew: (userId, key) =>
      state === 'known' && !newest.mayContain(userId, key) && former?.mayContain(userId, key) !== true,
    add: note,
    async load() {
      if (state !== 'unknown') return
      if (tooManyAtMs !== undefined && clock.now() - tooManyAtMs <= keptMs) return
      state = 'learning'
      const learnt = await readAll().catch((fault: unknown) => {
        if (state === 'learning') state = 'unknown'
        throw fault
      })
      if (state !== 'learning') return
      state = learnt
      tooManyAtMs = learnt === 'unknown' ? clock.now() : undefined
    },
    stop() {
      state = 'stopped'
    },
  }
}

/** Notes every key that is remembered: it will be on disk. */
export function recordSeenKeys(
  remembered: IdempotencyCache,
  { add: note }: Pick<SeenKeys, 'note'>,
): IdempotencyCache {
  return {
    ...remembered,
    add(record, entry) {
      note(record.userId, record.key)
      return remembered.add(record, entry)
    },
  }
}
