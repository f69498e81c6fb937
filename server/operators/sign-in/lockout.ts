import type { OperatorsParts, TooMany } from '#server/operators/operator-types.ts'
import {
  clearFailures,
  countFailure,
  deleteForgottenFailures,
  takeBackFailure,
} from '#server/operators/sign-in/operator-failures-store.ts'
import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import { hashToken } from '#server/platform/tokens.ts'

const backOff: Backoff = {
  freeFailures: 5,
  firstMs: 30_000,
  longestMs: 15 * 60_000,
  resetAfterMs: 3_600_000,
}

/** Long enough to reach the longest wait. */
const waitsMs = Array.from({ length: 16 }, (_, index) => backoffMs(index + 1, backOff))

/** Whose mistakes they are: an account's, and where there is one, an address's. */
export type Counted = { readonly account: Buffer; readonly address?: Buffer }

export type Attempt = {
  readonly kind: 'attempt'
  /** It was no mistake: the account starts afresh, the address is where it was. */
  readonly succeeded: () => Promise<void>
  /** It was not made at all. */
  readonly withdrawn: () => Promise<void>
}

export type Attempts = ReturnType<typeof createAttempts>

/** Counts every attempt as a mistake before it is judged, so that many at once get no more than many in a row. */
export function createAttempts({ pool, clock, limits }: OperatorsParts) {
  async function begin({ account, address }: Counted): Promise<Attempt | TooMany> {
    const counted: Buffer[] = []
    for (const key of limits && address !== undefined ? [address, account] : [account]) {
      const until = await count(key)
      if (until === undefined) counted.push(key)
      else {
        await takeBack(counted)
        return tooMany(until)
      }
    }
    return {
      kind: 'attempt',
      succeeded: async () => {
        await takeBack(counted.filter((key) => key !== account))
        await clearFailures(pool, account)
      },
      withdrawn: () => takeBack(counted),
    }
  }

  async function count(key: Buffer): Promise<Date | undefined> {
    const now = clock.now()
    const since = new Date(now - backOff.resetAfterMs)
    return await countFailure(pool, { key, at: new Date(now), since, waitsMs })
  }

  async function takeBack(keys: readonly Buffer[]): Promise<void> {
    for (const key of keys) await takeBackFailure(pool, key, new Date(clock.now()))
  }

  function tooMany(until: Date): TooMany {
    const seconds = Math.ceil((until.getTime() - clock.now()) / 1000)
    return { kind: 'too_many_requests', retryAfterSeconds: Math.max(1, seconds) }
  }

  async function sweep(): Promise<void> {
    await deleteForgottenFailures(pool, new Date(clock.now() - backOff.resetAfterMs))
  }

  return { begin, sweep }
}

/** An id tells nothing, so a plain hash will do; whoever has lost their key can still be let in again. */
export function signInKey(operatorId: number): Buffer {
  return hashToken(`operator sign-in ${operatorId}`)
}

/** Where an operator signed in lately, they are counted apart from everybody else who tries. */
export function familiarKey(operatorId: number, address: string): Buffer {
  return hashToken(`operator sign-in ${operatorId} at ${address}`)
}

export function confirmationKey(operatorId: number): Buffer {
  return hashToken(`operator confirmation ${operatorId}`)
}
