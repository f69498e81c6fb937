import {
  deleteStaleFailures,
  type Failures,
  forgetFailures,
  holdFailures,
  readBlock,
  takeBackOne,
  writeFailures,
} from '#server/accounts/authentication/login-failures-store.ts'
import { sweepAll } from '#server/accounts/sweep-in-batches.ts'
import { type BackOff, waitAfter } from '#server/platform/backoff.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createWorkLine } from '#server/platform/concurrency-limit.ts'
import type { Sealing } from '#server/platform/encryption.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'

const minuteMs = 60_000

/** Somebody who mistypes waits for nothing; whoever guesses soon gets nowhere. */
const accountBackOff: BackOff = {
  free: 5,
  firstMs: 30_000,
  longestMs: 15 * minuteMs,
  forgottenAfterMs: 24 * 60 * minuteMs,
}

/** Many people may share one address: it may be wrong more often, and one of its failures is forgotten each minute. */
const addressBackOff: BackOff = { ...accountBackOff, free: 30 }
const addressForgetsEveryMs = minuteMs

/** Each holds a session of the database, and others need those, too. */
const lineLimits = { mostAtWork: 3, mostWaiting: 200 }

export type Attempt = {
  /** Undefined where only the address is counted. */
  readonly account: string | undefined
  readonly address: string
}

/** What was counted, to be taken back should it turn out right. */
export type Counted = { readonly kind: 'go'; readonly keys: readonly CountedKey[] }
type CountedKey = { readonly kind: Kind; readonly key: Buffer; readonly blockedUntilMs: number }
type Kind = 'account' | 'address'

export type Attempted =
  | Counted
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'busy' }

type Parts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly sealing: Pick<Sealing, 'keyedHash'>
  readonly limits: boolean
}

/** Counts what goes wrong in a row for an account and for an address, and makes both wait. */
export function createFailures({ pool, clock, sealing, limits }: Parts) {
  const line = createWorkLine(lineLimits)
  // A plain hash of a number or an address is soon undone by trying them all.
  const keyOf = (kind: Kind, value: string) => sealing.keyedHash('failures', kind, value)

  function keysOf({ account, address }: Attempt) {
    const keys: { readonly kind: Kind; readonly key: Buffer }[] = []
    if (account !== undefined) keys.push({ kind: 'account', key: keyOf('account', account) })
    if (limits) keys.push({ kind: 'address', key: keyOf('address', address) })
    // Always in one order, so that two attempts never wait for each other.
    return keys.sort((a, b) => a.key.compare(b.key))
  }

  async function count(keys: ReturnType<typeof keysOf>): Promise<Attempted> {
    const nowMs = clock.now()
    return await inTransaction(pool, async (client) => {
      const counted: { readonly kind: Kind; readonly key: Buffer; readonly next: Failures }[] = []
      for (const { kind, key } of keys) {
        const state = await holdFailures(client, key, nowMs)
        if (state.blockedUntilMs > nowMs) return waiting(state.blockedUntilMs, nowMs)
        counted.push({ kind, key, next: oneMore(kind, state, nowMs) })
      }
      for (const { key, next } of counted) await writeFailures(client, key, next)
      const taken = counted.map(({ kind, key, next }) => ({ kind, key, blockedUntilMs: next.blockedUntilMs }))
      return { kind: 'go', keys: taken }
    })
  }

  return {
    /** Counted as a failure in advance, so that a hundred at once are not all the first one. */
    async attempt(attempt: Attempt): Promise<Attempted> {
      const keys = keysOf(attempt)
      if (keys.length === 0) return { kind: 'go', keys: [] }
      const nowMs = clock.now()
      const blockedUntilMs = await readBlock(
        pool,
        keys.map(({ key }) => key),
      )
      if (blockedUntilMs !== undefined && blockedUntilMs > nowMs) return waiting(blockedUntilMs, nowMs)
      const counted = await line.run(() => count(keys))
      return counted === 'busy' ? { kind: 'busy' } : counted
    },
    /** It was right after all. The account starts anew; of the address only this one attempt is taken back. */
    async succeeded({ keys }: Counted): Promise<void> {
      for (const { kind, key, blockedUntilMs } of keys) {
        if (kind === 'account') await forgetFailures(pool, key)
        else await takeBackOne(pool, key, blockedUntilMs)
      }
    },
    /** It was never judged. */
    async undone({ keys }: Counted): Promise<void> {
      for (const { key, blockedUntilMs } of keys) await takeBackOne(pool, key, blockedUntilMs)
    },
    /** Its password is new, so what was guessed of the old one counts no more. */
    forget: (account: string) => forgetFailures(pool, keyOf('account', account)),
    sweep: () =>
      sweepAll((most) => deleteStaleFailures(pool, clock.now() - accountBackOff.forgottenAfterMs, most)),
  }
}

export type FailureCount = ReturnType<typeof createFailures>

function waiting(untilMs: number, nowMs: number): Attempted {
  return { kind: 'wait', seconds: Math.ceil((untilMs - nowMs) / 1000) }
}

/** In a row means: an account after a day starts anew, an address forgets one failure after the other. */
function oneMore(kind: Kind, { count, countedAtMs }: Failures, nowMs: number): Failures {
  const backOff = kind === 'account' ? accountBackOff : addressBackOff
  const sinceMs = Math.max(0, nowMs - countedAtMs)
  const forgotten = kind === 'account' ? 0 : Math.floor(sinceMs / addressForgetsEveryMs)
  const before = sinceMs > backOff.forgottenAfterMs ? 0 : Math.max(0, count - forgotten)
  const next = before + 1
  // What was not forgotten yet goes on being forgotten at its pace, however often somebody logs in meanwhile.
  const goesOn = kind === 'address' && before > 0
  return {
    count: next,
    countedAtMs: goesOn ? countedAtMs + forgotten * addressForgetsEveryMs : nowMs,
    blockedUntilMs: nowMs + waitAfter(next, backOff),
  }
}
