import type { AccountChanged } from '#server/engine/engine.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'
import type { AccountWithNotice } from '#server/portfolio/account-store.ts'
import { applyChange } from '#server/portfolio/apply-change.ts'

/** A copy of one account that follows the change stream. */
export type AccountReplica = {
  /** The last known state; undefined before the first load. */
  readonly known: () => AccountWithNotice | undefined
  /** Whether the known state may lack committed changes. */
  readonly isLoading: () => boolean
  /** Loads the account. Called once. */
  readonly start: () => void
  readonly onChange: (change: AccountChanged) => void
  readonly stop: () => void
}

type AccountReplicaParts = {
  readonly read: () => Promise<AccountWithNotice>
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
}

/** Exponential backoff of failed reads, without a limit on retries while there are subscribers. */
const firstRetryMs = 100
const longestRetryMs = 5_000
/** Changes kept during a load. With more, the account is loaded once more instead. */
const maxKept = 256

/**
 * Loads the account once and then applies changes by version. A missing version causes another load. Changes that
 * arrive during a load are kept and applied after it. At most one read is in progress.
 */
export function createAccountReplica({ read, timers, log }: AccountReplicaParts): AccountReplica {
  let account: AccountWithNotice | undefined
  let kept: AccountChanged[] = []
  let isLoading = false
  /** Whether changes were dropped since the running read began. */
  let hasDropped = false
  let hasStopped = false
  let failures = 0
  let cancelRetry: CancelTimer | undefined

  function load(): void {
    isLoading = true
    readOnce()
  }
  function readOnce(): void {
    hasDropped = false
    // Never rejects: both outcomes are handled.
    void read().then(loaded, retryLater)
  }
  function loaded(newest: AccountWithNotice): void {
    if (hasStopped) return
    account = newest
    failures = 0
    if (hasDropped) readOnce()
    else {
      isLoading = false
      applyKept()
    }
  }
  function applyKept(): void {
    const changes = kept
    kept = []
    for (const change of changes) onChange(change)
  }
  function retryLater(fault: unknown): void {
    if (hasStopped) return
    if (failures === 0) log.error({ fault }, 'could not read a subscribed account')
    cancelRetry = timers.after(Math.min(longestRetryMs, firstRetryMs * 2 ** failures), () => {
      cancelRetry = undefined
      readOnce()
    })
    failures += 1
  }
  function keep(change: AccountChanged): void {
    kept.push(change)
    if (kept.length <= maxKept) return
    kept = []
    hasDropped = true
  }
  function onChange(change: AccountChanged): void {
    if (isLoading || account === undefined) keep(change)
    else if (change.version > account.version) applyNext(account, change)
  }
  function applyNext(before: AccountWithNotice, change: AccountChanged): void {
    const next = applyChange(before, change)
    if (next !== undefined) account = next
    else {
      keep(change)
      load()
    }
  }
  return {
    start: load,
    known: () => account,
    isLoading: () => isLoading,
    onChange,
    stop() {
      hasStopped = true
      cancelRetry?.()
    },
  }
}
