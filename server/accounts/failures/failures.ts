import { createHash } from 'node:crypto'
import {
  deleteStaleFailures,
  type Failures,
  forgetFailures,
  holdFailures,
  takeBackOne,
  writeFailures,
} from '#server/accounts/failures/failures-store.ts'
import { type BackOff, waitAfter } from '#server/platform/back-off.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'

const minuteMs = 60_000

/** Somebody who mistypes waits for nothing; whoever guesses soon gets nowhere. */
const accountBackOff: BackOff = {
  free: 5,
  firstMs: 30_000,
  longestMs: 15 * minuteMs,
  forgottenAfterMs: 24 * 60 * minuteMs,
}

/** Many people may share one address. */
const addressBackOff: BackOff = { ...accountBackOff, free: 30 }

export type Attempt = { readonly account: string; readonly address: string }

export type Attempted = { readonly kind: 'go' } | { readonly kind: 'wait'; readonly seconds: number }

/** Counts what goes wrong in a row for an account and for an address, and makes both wait. */
export function createFailures(parts: {
  readonly pool: Pool
  readonly clock: Clock
  readonly limits: boolean
}) {
  const { pool, clock, limits } = parts
  const keysOf = ({ account, address }: Attempt) =>
    [
      { key: keyOf('account', account), backOff: accountBackOff },
      ...(limits ? [{ key: keyOf('address', address), backOff: addressBackOff }] : []),
    ].sort((a, b) => a.key.compare(b.key))

  return {
    /** Counted as a failure in advance, so that a hundred at once are not all the first one. */
    async attempt(attempt: Attempt): Promise<Attempted> {
      const nowMs = clock.now()
      return await inTransaction(pool, async (client) => {
        const counted: { readonly key: Buffer; readonly next: Failures }[] = []
        for (const { key, backOff } of keysOf(attempt)) {
          const state = await holdFailures(client, key, nowMs)
          const waitMs = state.blockedUntilMs - nowMs
          if (waitMs > 0) return { kind: 'wait', seconds: Math.ceil(waitMs / 1000) }
          counted.push({ key, next: oneMore(state, backOff, nowMs) })
        }
        for (const { key, next } of counted) await writeFailures(client, key, next)
        return { kind: 'go' }
      })
    },
    /** It was right after all. The account starts anew; of the address only this one attempt is forgiven. */
    async succeeded({ account, address }: Attempt): Promise<void> {
      await forgetFailures(pool, keyOf('account', account))
      await takeBackOne(pool, keyOf('address', address))
    },
    /** It was never judged. */
    async undone({ account, address }: Attempt): Promise<void> {
      await takeBackOne(pool, keyOf('account', account), true)
      await takeBackOne(pool, keyOf('address', address))
    },
    /** Its password is new, so what was guessed of the old one counts no more. */
    forget: (account: string) => forgetFailures(pool, keyOf('account', account)),
    sweep: () => deleteStaleFailures(pool, clock.now() - accountBackOff.forgottenAfterMs),
  }
}

export type FailureCount = ReturnType<typeof createFailures>

function oneMore(state: Failures, backOff: BackOff, nowMs: number): Failures {
  const isLongAgo = nowMs - state.lastAtMs > backOff.forgottenAfterMs
  const failures = isLongAgo ? 1 : state.failures + 1
  return { failures, lastAtMs: nowMs, blockedUntilMs: nowMs + waitAfter(failures, backOff) }
}

function keyOf(kind: string, value: string): Buffer {
  return createHash('sha256').update(`${kind} ${value}`).digest()
}
