import type { BatchRecords, Lease, Loaded } from '#server/engine/engine-store.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import { cacheTtlMs, type IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import type { RecentMovements } from '#server/engine/state/recently-changed.ts'
import { sleep } from '#server/platform/timers.ts'

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

/** Holds the lease, and loads the state that belongs to it. */
export type LeaseHolder = {
  readonly lease: () => Lease
  readonly advance: (written: Pick<BatchRecords, 'seq' | 'hash'>) => void
  /**
   * Takes the lease, which waits for any statement still running, then loads all state. Retries until it succeeds. At
   * the start it throws instead.
   */
  readonly acquire: (isStopping: () => boolean) => Promise<'taken' | 'lost' | 'stopped'>
}

const firstPauseMs = 50
const maxPauseMs = 2000

export function createLeaseHolder(parts: LeaseHolderParts): LeaseHolder {
  const { store, clock, timers, log, metrics, accounts, idempotency, movements } = parts
  let held: Lease | undefined
  /** When memory last agreed with the disk. Keys used since then must be loaded. */
  let inSyncAtMs = Number.POSITIVE_INFINITY

  async function acquireOnce(): Promise<'taken' | 'lost'> {
    const taken = await store.takeLease(parts.holder, held)
    if (taken === undefined) return 'lost'
    held = taken
    accounts.clear()
    const loaded = await store.load(new Date(Math.min(clock.now(), inSyncAtMs) - cacheTtlMs), accounts)
    idempotency.load(loaded.keys)
    movements.load(loaded.movements)
    parts.loadIds(loaded)
    await parts.watchAllAccounts()
    inSyncAtMs = clock.now()
    metrics.engineLoads.inc()
    return 'taken'
  }
  return {
    lease() {
      if (held === undefined) throw new Error('the lease was never taken')
      return held
    },
    advance({ seq, hash }) {
      inSyncAtMs = clock.now()
      if (held !== undefined) held = { ...held, lastSeq: seq, lastHash: hash }
    },
    async acquire(isStopping) {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
        try {
          return await acquireOnce()
        } catch (fault) {
          log.warn({ fault }, 'could not take the lease; retrying')
          if (held === undefined) throw fault
        }
        await sleep(timers, pauseMs)
        if (isStopping()) return 'stopped'
      }
    },
  }
}
