import type { BatchRecords, Lease, Loaded } from '#server/engine/engine-store.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import type { FrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
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
  readonly frozen: Pick<FrozenAccounts, 'load'>
  readonly loadIds: (loaded: Loaded) => void
  readonly watchAllAccounts: () => Promise<void>
}

/** The batch of a failed commit. Without a hash it was never sent. */
export type FailedCommit = { readonly seq: number; readonly hash: Buffer | undefined }

/** `lost`: another process has the lease, or has written in our place. */
type CommitSettlement = 'written' | 'not_written' | 'lost' | 'stopped'

/** Holds the lease, loads the state that belongs to it, and finds out what became of a failed commit. */
export type LeaseHolder = {
  readonly lease: () => Lease
  readonly advance: (written: Pick<BatchRecords, 'seq' | 'hash'>) => void
  /** At the start: takes the lease, then loads all state. What fails is repeated a few times. */
  readonly acquire: () => Promise<void>
  /**
   * After a failed commit: takes the lease again, which waits for any statement still running, and sees from the last
   * batch on disk whether the commit was written. If it was not, calls `undo`. Retries until both succeed.
   */
  readonly settle: (
    failed: FailedCommit,
    undo: () => Promise<void>,
    isStopping: () => boolean,
  ) => Promise<CommitSettlement>
}

const firstPauseMs = 50
const maxPauseMs = 2000
const maxStarts = 5

export function createLeaseHolder(parts: LeaseHolderParts): LeaseHolder {
  const { store, holder, clock, timers, log, metrics, accounts, idempotency, movements } = parts
  let held: Lease | undefined

  function lease(): Lease {
    if (held === undefined) throw new Error('the lease was never taken')
    return held
  }
  async function loadAll(): Promise<void> {
    accounts.clear()
    const loaded = await store.load(new Date(clock.now() - cacheTtlMs), accounts)
    idempotency.load(loaded.keys)
    movements.load(loaded.movements)
    parts.frozen.load(loaded.frozen)
    parts.loadIds(loaded)
    await parts.watchAllAccounts()
    metrics.engineLoads.inc()
  }
  async function settleOnce(
    failed: FailedCommit,
    undo: () => Promise<void>,
  ): Promise<'written' | 'not_written' | 'lost'> {
    const taken = await store.takeLease(holder, lease())
    const result = taken === undefined ? 'lost' : settlement(failed, lease(), taken)
    if (taken === undefined || result === 'lost') return 'lost'
    held = taken
    if (result === 'not_written') await undo()
    return result
  }
  return {
    lease,
    advance({ seq, hash }) {
      held = { ...lease(), lastSeq: seq, lastHash: hash }
    },
    async acquire() {
      for (let tries = 1; ; tries += 1) {
        try {
          // Waits for a commit of the holder before, and may time out.
          held ??= await store.takeLease(holder, undefined)
          return await loadAll()
        } catch (fault) {
          if (tries === maxStarts) throw fault
          log.warn({ fault }, 'could not take the lease or load the accounts; retrying')
        }
        await sleep(timers, maxPauseMs)
      }
    },
    async settle(failed, undo, isStopping) {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
        try {
          const result = await settleOnce(failed, undo)
          metrics.engineRecoveries.inc({ result })
          return result
        } catch (fault) {
          log.warn({ fault }, 'could not take the lease or read the accounts again; retrying')
        }
        await sleep(timers, pauseMs)
        if (isStopping()) return 'stopped'
      }
    },
  }
}

/** Compares the last batch on disk with the failed one and with the one before it. */
function settlement(
  { seq, hash }: FailedCommit,
  before: Lease,
  { lastSeq, lastHash }: Lease,
): 'written' | 'not_written' | 'lost' {
  if (lastSeq === seq && hash !== undefined && lastHash.equals(hash)) return 'written'
  if (lastSeq === before.lastSeq && lastHash.equals(before.lastHash)) return 'not_written'
  return 'lost'
}
