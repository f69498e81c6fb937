import type { OperatorsParts, TooManyRequests } from '#server/operators/operator-types.ts'
import {
  clearFailures,
  countFailure,
  deleteExpiredFailures,
  undoFailure,
} from '#server/operators/sign-in/operator-failures-store.ts'
import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import { hashToken } from '#server/platform/tokens.ts'

const backOff: Backoff = {
  freeFailures: 5,
  firstMs: 30_000,
  longestMs: 15 * 60_000,
  resetAfterMs: 3_600_000,
}

/** Lockouts after 1, 2, 3 … failures. Sixteen entries are enough to reach the longest lockout. */
const waitsMs = Array.from({ length: 16 }, (_, index) => backoffMs(index + 1, backOff))

/** The keys under which failures are counted. */
export type LockoutKeys = { readonly account: Buffer; readonly address?: Buffer }

export type Attempt = {
  readonly kind: 'allowed'
  /** Clears the failures of the account. For the address, it undoes only the count of this attempt. */
  readonly succeeded: () => Promise<void>
  /** Undoes the count of an attempt that was never checked. */
  readonly withdrawn: () => Promise<void>
}

export type Lockout = ReturnType<typeof createLockout>

/** Counts every attempt as a failure in advance, so that parallel attempts cannot bypass the lockout. */
export function createLockout({ pool, clock, limits }: OperatorsParts) {
  async function begin({ account, address }: LockoutKeys): Promise<Attempt | TooManyRequests> {
    const counted: Buffer[] = []
    for (const key of limits && address !== undefined ? [address, account] : [account]) {
      const until = await count(key)
      if (until === undefined) counted.push(key)
      else {
        await uncount(counted)
        return tooMany(until)
      }
    }
    return {
      kind: 'allowed',
      succeeded: async () => {
        await uncount(counted.filter((key) => key !== account))
        await clearFailures(pool, account)
      },
      withdrawn: () => uncount(counted),
    }
  }

  async function count(key: Buffer): Promise<Date | undefined> {
    const now = clock.now()
    const since = new Date(now - backOff.resetAfterMs)
    return await countFailure(pool, { key, at: new Date(now), since, waitsMs })
  }

  async function uncount(keys: readonly Buffer[]): Promise<void> {
    for (const key of keys) await undoFailure(pool, key, new Date(clock.now()))
  }

  function tooMany(until: Date): TooManyRequests {
    const seconds = Math.ceil((until.getTime() - clock.now()) / 1000)
    return { kind: 'too_many_requests', retryAfterSeconds: Math.max(1, seconds) }
  }

  async function sweep(): Promise<void> {
    await deleteExpiredFailures(pool, new Date(clock.now() - backOff.resetAfterMs))
  }

  return { begin, sweep }
}

/** A plain hash, not a keyed one, so that a reset works without the encryption key. An operator id is not private. */
export function signInKey(operatorId: number): Buffer {
  return hashToken(`operator sign-in ${operatorId}`)
}

/** A separate count for an address from which the operator signed in recently. */
export function knownAddressKey(operatorId: number, address: string): Buffer {
  return hashToken(`operator sign-in ${operatorId} at ${address}`)
}

export function reauthenticationKey(operatorId: number): Buffer {
  return hashToken(`operator confirmation ${operatorId}`)
}
