import type { EngineStore, KeyAt } from '#server/engine/engine-store.ts'
import { createKeyFilter, type KeyFilter } from '#server/engine/intake/bloom-filter.ts'
import type { Remembered } from '#server/engine/state/idempotency-cache.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Which keys were certainly never used before: nothing need be read for those, and nearly all are. */
export type KnownKeys = {
  readonly isNew: (userId: number, key: string) => boolean
  readonly note: (userId: number, key: string) => void
  /**
   * Reads the keys of before this process wrote any, chunk by chunk. Until it is through nothing is certain. To be called
   * once the lease is held, and again where it failed.
   */
  readonly learn: () => Promise<void>
  readonly stop: () => void
}

export type KnownKeysParts = {
  readonly store: Pick<EngineStore, 'keysSince'>
  readonly clock: Clock
  /** As long as a key is kept. */
  readonly keptMs: number
  readonly bounds?: { readonly chunkRows: number; readonly mostRows: number }
}

/**
 * Where there are more than that, every key is read, as if nothing were known. It is tried again once all of those are
 * forgotten: to read so many over and over would cost more than it ever saves.
 */
const learnBounds = { chunkRows: 5000, mostRows: 20_000_000 }

export function createKnownKeys({ store, clock, keptMs, bounds = learnBounds }: KnownKeysParts): KnownKeys {
  let newest = createKeyFilter()
  let newestSinceMs = clock.now()
  let former: KeyFilter | undefined
  let state: 'unknown' | 'learning' | 'known' | 'stopped' = 'unknown'
  let tooManyAtMs: number | undefined

  /** What is in neither of the two was noted before all that is kept. */
  function turnPage(): void {
    if (clock.now() - newestSinceMs <= keptMs) return
    former = newest
    newest = createKeyFilter()
    newestSinceMs = clock.now()
  }
  function note(userId: number, key: string): void {
    turnPage()
    newest.add(userId, key)
  }
  async function readAll(): Promise<'known' | 'unknown'> {
    const since = new Date(clock.now() - keptMs)
    let last: KeyAt | undefined
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
      state === 'known' && !newest.mayHave(userId, key) && former?.mayHave(userId, key) !== true,
    note,
    async learn() {
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
export function notingKeys(remembered: Remembered, { note }: Pick<KnownKeys, 'note'>): Remembered {
  return {
    ...remembered,
    keep(record, entry) {
      note(record.userId, record.key)
      return remembered.keep(record, entry)
    },
  }
}
