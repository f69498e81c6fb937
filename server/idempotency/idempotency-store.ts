import type { Pool } from 'pg'
import type { Outcome, Refusal } from '#contract/outcome.ts'

/** What a repeat hears again. It holds no words: those are made anew in the language of whoever repeats. */
export type Kept = Extract<Outcome<unknown>, { readonly kind: 'answered' }> | Refusal

/** What was asked under a key: by whom, which call, and a fingerprint of everything that was sent. */
export type AskedOnce = {
  readonly scope: string
  readonly key: string
  readonly call: string
  readonly fingerprint: string
}

/** Somebody's turn to do the work of a key. No two of a key begin at the same instant while either is under way. */
export type Attempt = { readonly asked: AskedOnce; readonly startedAt: Date }

export type Remembered = {
  readonly call: string
  readonly fingerprint: string
  /** Null while the work is under way. */
  readonly outcome: Kept | null
}

/** What is older than these does not count any more: a whole day, or work that nobody came back from. */
export type Bounds = { readonly expiredBefore: Date; readonly abandonedBefore: Date }

/** Whether it is this attempt's turn. One statement, so that of any number who ask at once exactly one hears yes. */
export async function beginAttempt(
  pool: Pool,
  { asked, startedAt }: Attempt,
  bounds: Bounds,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into repeats as known (scope, key, call, fingerprint, started_at) values ($1, $2, $3, $4, $5)
     on conflict (scope, key) do update
       set call = excluded.call, fingerprint = excluded.fingerprint, outcome = null, started_at = excluded.started_at
       where known.started_at <= $6 or (known.outcome is null and known.started_at <= $7)`,
    [
      asked.scope,
      asked.key,
      asked.call,
      asked.fingerprint,
      startedAt,
      bounds.expiredBefore,
      bounds.abandonedBefore,
    ],
  )
  return rowCount === 1
}

export async function readRemembered(pool: Pool, { scope, key }: AskedOnce): Promise<Remembered | undefined> {
  const { rows } = await pool.query<Remembered>(
    'select call, fingerprint, outcome from repeats where scope = $1 and key = $2',
    [scope, key],
  )
  return rows[0]
}

/** Whether the attempt was still its own: another may have taken over what seemed abandoned. */
export async function keepOutcome(pool: Pool, attempt: Attempt, outcome: Kept): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update repeats set outcome = $4
     where scope = $1 and key = $2 and started_at = $3 and outcome is null`,
    [attempt.asked.scope, attempt.asked.key, attempt.startedAt, JSON.stringify(outcome)],
  )
  return rowCount === 1
}

/** Makes the key free again. */
export async function dropAttempt(pool: Pool, { asked, startedAt }: Attempt): Promise<void> {
  await pool.query(
    'delete from repeats where scope = $1 and key = $2 and started_at = $3 and outcome is null',
    [asked.scope, asked.key, startedAt],
  )
}

/** Forgets the oldest, at most so many; gives how many. One that was taken anew meanwhile stays. */
export async function deleteExpired(pool: Pool, expiredBefore: Date, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from repeats
     where started_at <= $1 and (scope, key) in (
       select scope, key from repeats where started_at <= $1 order by started_at limit $2 for update skip locked
     )`,
    [expiredBefore, most],
  )
  return rowCount ?? 0
}
