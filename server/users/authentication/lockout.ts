import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'
import {
  deleteFailures,
  deleteStaleFailures,
  type FailureState,
  lockFailures,
  readLockedUntil,
  undoFailure,
  writeFailures,
} from '#server/users/authentication/login-failures-store.ts'

const minuteMs = 60_000

/** The fifth failure in a row starts a lockout of 30 seconds, which doubles up to 15 minutes. */
const accountBackoff: Backoff = {
  freeFailures: 5,
  firstMs: 30_000,
  longestMs: 15 * minuteMs,
  resetAfterMs: 24 * 60 * minuteMs,
}

/**
 * Many people may share an address. So its lockout starts at the thirtieth failure, and one failure a minute is
 * forgotten.
 */
const addressBackoff: Backoff = { ...accountBackoff, freeFailures: 30 }
const addressDecayMs = minuteMs

/** Every attempt occupies a pool connection, so only a few run at once. */
const concurrencyLimits = { maxRunning: 3, maxQueued: 200 }

export type Attempt = {
  /** Undefined to count the attempt for the address only. */
  readonly account: string | undefined
  readonly address: string
}

/** An attempt counted as a failure in advance, with what is needed to undo the count. */
export type AllowedAttempt = { readonly kind: 'allowed'; readonly keys: readonly CountedKey[] }
type CountedKey = { readonly kind: Kind; readonly key: Buffer; readonly blockedUntilMs: number }
type Kind = 'account' | 'address'

export type AttemptResult =
  | AllowedAttempt
  | { readonly kind: 'locked'; readonly seconds: number }
  | { readonly kind: 'busy' }

type Parts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly encryption: Pick<Encryption, 'keyedHash'>
  readonly limits: boolean
}

/** Account lockout: counts consecutive login failures per account and per client address. */
export function createLockout({ pool, clock, encryption, limits }: Parts) {
  const queue = createConcurrencyLimit(concurrencyLimits)
  // Keyed: a plain hash of a phone number or an address can be reversed by brute force.
  const keyOf = (kind: Kind, value: string) => encryption.keyedHash('failures', kind, value)

  function keysOf({ account, address }: Attempt) {
    const keys: { readonly kind: Kind; readonly key: Buffer }[] = []
    if (account !== undefined) keys.push({ kind: 'account', key: keyOf('account', account) })
    if (limits) keys.push({ kind: 'address', key: keyOf('address', address) })
    // Sorted, so that all attempts lock the rows in the same order and cannot deadlock.
    return keys.sort((a, b) => a.key.compare(b.key))
  }

  async function count(keys: ReturnType<typeof keysOf>): Promise<AttemptResult> {
    const nowMs = clock.now()
    return await inTransaction(pool, async (client) => {
      const counted: { readonly kind: Kind; readonly key: Buffer; readonly next: FailureState }[] = []
      for (const { kind, key } of keys) {
        const state = await lockFailures(client, key, nowMs)
        if (isLocked(state.blockedUntilMs, nowMs)) return locked(state.blockedUntilMs, nowMs)
        counted.push({ kind, key, next: addFailure(kind, state, nowMs) })
      }
      for (const { key, next } of counted) await writeFailures(client, key, next)
      const taken = counted.map(({ kind, key, next }) => ({ kind, key, blockedUntilMs: next.blockedUntilMs }))
      return { kind: 'allowed', keys: taken }
    })
  }

  return {
    /** Counts the attempt as a failure in advance, so that parallel attempts cannot bypass the limit. */
    async attempt(attempt: Attempt): Promise<AttemptResult> {
      const keys = keysOf(attempt)
      if (keys.length === 0) return { kind: 'allowed', keys: [] }
      const nowMs = clock.now()
      const blockedUntilMs = await readLockedUntil(
        pool,
        keys.map(({ key }) => key),
      )
      if (blockedUntilMs !== undefined && isLocked(blockedUntilMs, nowMs))
        return locked(blockedUntilMs, nowMs)
      const counted = await queue.run(() => count(keys))
      return counted === 'busy' ? { kind: 'busy' } : counted
    },
    /** Clears the failures of the account. For the address, it undoes only the count of this attempt. */
    async succeeded({ keys }: AllowedAttempt): Promise<void> {
      for (const { kind, key, blockedUntilMs } of keys) {
        if (kind === 'account') await deleteFailures(pool, key)
        else await undoFailure(pool, key, blockedUntilMs)
      }
    },
    /** Undoes the count of an attempt that was never checked, or whose code was correct. */
    async withdraw({ keys }: AllowedAttempt): Promise<void> {
      for (const { key, blockedUntilMs } of keys) await undoFailure(pool, key, blockedUntilMs)
    },
    /** Called after a password reset: wrong guesses at the old password no longer count. */
    clear: (account: string) => deleteFailures(pool, keyOf('account', account)),
    sweep: () =>
      deleteInBatches((limit) => deleteStaleFailures(pool, clock.now() - accountBackoff.resetAfterMs, limit)),
  }
}

export type Lockout = ReturnType<typeof createLockout>

/** Attempts that run at the same time may read the clock in another order than they are counted in. */
const clockSkewMs = 60_000

/** A lockout longer than the longest one was set while the clock was wrong. */
function isLocked(untilMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + accountBackoff.longestMs + clockSkewMs
}

function locked(untilMs: number, nowMs: number): AttemptResult {
  return { kind: 'locked', seconds: Math.ceil((untilMs - nowMs) / 1000) }
}

/** An account's count restarts after a day without failures; an address forgets one failure a minute. */
function addFailure(kind: Kind, { count, ...state }: FailureState, nowMs: number): FailureState {
  const backoff = kind === 'account' ? accountBackoff : addressBackoff
  const countedAtMs = Math.min(state.countedAtMs, nowMs)
  const sinceMs = nowMs - countedAtMs
  const forgotten = kind === 'account' ? 0 : Math.floor(sinceMs / addressDecayMs)
  const before = sinceMs > backoff.resetAfterMs ? 0 : Math.max(0, count - forgotten)
  const next = before + 1
  // Keeps the start time of an address, so that a new attempt does not postpone when the next failure is forgotten.
  const keepsStart = kind === 'address' && before > 0
  return {
    count: next,
    countedAtMs: keepsStart ? countedAtMs + forgotten * addressDecayMs : nowMs,
    blockedUntilMs: nowMs + backoffMs(next, backoff),
  }
}
