import type { Pool } from 'pg'
import type { Outcome, Refusal } from '#contract/outcome.ts'

/** The outcome a repeat gets. It holds no text: messages are rendered in the language of each caller. */
export type StoredOutcome = Extract<Outcome<unknown>, { readonly kind: 'answered' }> | Refusal

/** A call under an idempotency key. The scope is its caller, the fingerprint a hash of all parameters. */
export type IdempotentCall = {
  readonly scope: string
  readonly key: string
  readonly call: string
  readonly fingerprint: string
}

/** A claim on a key. `startedAt` identifies it: two running attempts of one key never start at the same instant. */
export type Attempt = { readonly call: IdempotentCall; readonly startedAt: Date }

export type StoredCall = {
  readonly call: string
  readonly fingerprint: string
  /** Null while the work is running. */
  readonly outcome: StoredOutcome | null
}

/** Rows started before these times may be claimed again: expired outcomes, and work whose process died. */
export type ExpiryBounds = { readonly expiredBefore: Date; readonly abandonedBefore: Date }

/** Claims the key. A single statement, so that exactly one of many concurrent attempts succeeds. */
export async function beginAttempt(
  pool: Pool,
  { call, startedAt }: Attempt,
  bounds: ExpiryBounds,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into repeats as known (scope, key, call, fingerprint, started_at) values ($1, $2, $3, $4, $5)
     on conflict (scope, key) do update
       set call = excluded.call, fingerprint = excluded.fingerprint, outcome = null, started_at = excluded.started_at
       where known.started_at <= $6 or (known.outcome is null and known.started_at <= $7)`,
    [
      call.scope,
      call.key,
      call.call,
      call.fingerprint,
      startedAt,
      bounds.expiredBefore,
      bounds.abandonedBefore,
    ],
  )
  return rowCount === 1
}

export async function readStoredCall(
  pool: Pool,
  { scope, key }: IdempotentCall,
): Promise<StoredCall | undefined> {
  const { rows } = await pool.query<StoredCall>(
    'select call, fingerprint, outcome from repeats where scope = $1 and key = $2',
    [scope, key],
  )
  return rows[0]
}

/** False if the claim was lost: another attempt took over a key that seemed abandoned. */
export async function storeOutcome(pool: Pool, attempt: Attempt, outcome: StoredOutcome): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update repeats set outcome = $4
     where scope = $1 and key = $2 and started_at = $3 and outcome is null`,
    [attempt.call.scope, attempt.call.key, attempt.startedAt, JSON.stringify(outcome)],
  )
  return rowCount === 1
}

/** Releases the key. */
export async function dropAttempt(pool: Pool, { call, startedAt }: Attempt): Promise<void> {
  await pool.query(
    'delete from repeats where scope = $1 and key = $2 and started_at = $3 and outcome is null',
    [call.scope, call.key, startedAt],
  )
}

/** Deletes up to `limit` expired rows, oldest first, and returns how many. A row claimed again meanwhile stays. */
export async function deleteExpired(pool: Pool, expiredBefore: Date, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from repeats
     where started_at <= $1 and (scope, key) in (
       select scope, key from repeats where started_at <= $1 order by started_at limit $2 for update skip locked
     )`,
    [expiredBefore, limit],
  )
  return rowCount ?? 0
}
