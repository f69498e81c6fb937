import type { Queryable } from '#server/operators/operators-store.ts'

export type FailureCount = {
  readonly key: Buffer
  readonly at: Date
  /** Failures before this time are forgotten. */
  readonly since: Date
  /** Lockout after 1, 2, 3 … consecutive failures; the last entry applies to all further ones. */
  readonly waitsMs: readonly number[]
}

/** Attempts that run at the same time may read the clock in another order than they are counted in. */
const clockSkewMs = 60_000

/**
 * Counts a failure in one statement. During a lockout it counts nothing and returns the end of the lockout. A lockout
 * longer than the longest one was set while the clock was wrong, and does not count.
 */
export async function countFailure(client: Queryable, counting: FailureCount): Promise<Date | undefined> {
  const { key, at, since, waitsMs } = counting
  const counted = await client.query(
    `insert into operator_failures as known (key, failures, last_at, blocked_until)
     values ($1, 1, $2, $2::timestamptz + interval '1 millisecond' * ($4::integer[])[1])
     on conflict (key) do update set
       failures = case when known.last_at < $3 then 1 else known.failures + 1 end,
       last_at = $2,
       blocked_until = $2::timestamptz + interval '1 millisecond' * ($4::integer[])[
         least(case when known.last_at < $3 then 1 else known.failures + 1 end, cardinality($4::integer[]))]
     where known.blocked_until <= $2 or known.blocked_until >
       $2::timestamptz + interval '1 millisecond' * (($4::integer[])[cardinality($4::integer[])] + $5::integer)`,
    [key, at, since, waitsMs, clockSkewMs],
  )
  if (counted.rowCount === 1) return undefined
  const blocked = await client.query<{ until: Date }>(
    'select blocked_until as until from operator_failures where key = $1',
    [key],
  )
  return blocked.rows[0]?.until ?? at
}

/** Undoes one counted failure. */
export async function undoFailure(client: Queryable, key: Buffer, at: Date): Promise<void> {
  await client.query(
    `with last_one as (delete from operator_failures where key = $1 and failures = 1)
     update operator_failures set failures = failures - 1, blocked_until = $2 where key = $1 and failures > 1`,
    [key, at],
  )
}

/** Writes the row back unchanged, so that an unknown operator takes as long as a known one. */
export async function touchFailure(client: Queryable, key: Buffer): Promise<void> {
  await client.query('update operator_failures set last_at = last_at where key = $1', [key])
}

export async function clearFailures(client: Queryable, key: Buffer): Promise<void> {
  await client.query('delete from operator_failures where key = $1', [key])
}

export async function deleteExpiredFailures(client: Queryable, before: Date): Promise<void> {
  await client.query('delete from operator_failures where last_at < $1', [before])
}
