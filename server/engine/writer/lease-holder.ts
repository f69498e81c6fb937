import type { BatchRecords, Lease, Loaded } from '#server/engine/engine-store.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import { cacheTtlMs, type IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import type { RecentMovements } from '#server/engine/state/recently-changed.ts'
import { pause } from '#server/platform/timers.ts'

export type LeaseHolderParts = Pick<
  EngineParts,
  'store' | 'holder' | 'clock' | 'timers' | 'log' | 'metrics'
> & {
  readonly accounts: AccountState
  readonly idempotency: IdempotencyCache
  readonly movements: RecentMovements
  readonly loadIds: (loaded: Loaded) => void
  readonly watchAllAccounts: () => Promise<void>
}

/** The lease, and memory as it was when the lease was taken. */
export type LeaseHolder = {
  readonly lease: () => Lease
  readonly advance: (written: Pick<BatchRecords, 'seq' | 'hash'>) => void
  /** First the lease, which waits for any statement still running, then everything is read. Tried until it works. */
  readonly acquire: (isStopping: () => boolean) => Promise<'taken' | 'lost' | 'stopped'>
}

const firstPauseMs = 50
const longestPauseMs = 2000

export function createLeaseHolder(parts: LeaseHolderParts): LeaseHolder {
  const { store, clock, timers, log, metrics, accounts: book, idempotency: remembered, movements } = parts
  let held: Lease | undefined
  /** When memory was last known to be what is on disk: the keys of anything since have to be read. */
  let knownAtMs = Number.POSITIVE_INFINITY

  async function takeOnce(): Promise<'taken' | 'lost'> {
    const taken = await store.takeLease(parts.holder, held)
    if (taken === undefined) return 'lost'
    held = taken
    book.clear()
    const loaded = await store.load(new Date(Math.min(clock.now(), knownAtMs) - cacheTtlMs), book)
    remembered.load(loaded.keys)
    movements.load(loaded.movements)
    parts.loadIds(loaded)
    await parts.watchAllAccounts()
    knownAtMs = clock.now()
    metrics.engineLoads.inc()
    return 'taken'
  }
  return {
    lease() {
      if (held === undefined) throw new Error('the lease was never taken')
      return held
    },
    advance({ seq, hash }) {
      knownAtMs = clock.now()
      if (held !== undefined) held = { ...held, lastSeq: seq, lastHash: hash }
    },
    async acquire(isStopping) {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        try {
          return await takeOnce()
        } catch (fault) {
          log.warn({ fault }, 'the lease could not be taken yet')
          if (held === undefined) throw fault
        }
        await pause(timers, pauseMs)
        if (isStopping()) return 'stopped'
      }
    },
  }
}
