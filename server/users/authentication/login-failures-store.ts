import type { Pool, PoolClient } from 'pg'

/** Consecutive failures of one key and the end of its lockout. */
export type FailureState = {
  readonly count: number
  readonly countedAtMs: number
  readonly blockedUntilMs: number
}

type Row = {
  readonly key: Buffer
  readonly failures: number
  readonly last_at: Date
  readonly blocked_until: Date
}

/** Takes no row lock, so that refused attempts do not block others. */
export async function readLockedUntil(pool: Pool, keys: readonly Uint8Array[]): Promise<number | undefined> {
  const { rows } = await pool.query<{ until: Date | null }>(
    'select max(blocked_until) as until from login_failures where key = any($1)',
    [keys],
  )
  return rows[0]?.until?.getTime()
}

/** Creates the row if missing and locks it, so that attempts on one key are serialized. */
export async function lockFailures(
  client: PoolClient,
  key: Uint8Array,
  nowMs: number,
): Promise<FailureState> {
  const now = new Date(nowMs)
  await client.query(
    `insert into login_failures (key, failures, last_at, blocked_until) values ($1, 0, $2, $2)
     on conflict (key) do nothing`,
    [key, now],
  )
  const { rows } = await client.query<Row>(
    'select key, failures, last_at, blocked_until from login_failures where key = $1 for update',
    [key],
  )
  const [row] = rows
  if (row === undefined) return { count: 0, countedAtMs: nowMs, blockedUntilMs: nowMs }
  return {
    count: row.failures,
    countedAtMs: row.last_at.getTime(),
    blockedUntilMs: row.blocked_until.getTime(),
  }
}

export async function writeFailures(client: PoolClient, key: Uint8Array, state: FailureState): Promise<void> {
  await client.query(
    'update login_failures set failures = $2, last_at = $3, blocked_until = $4 where key = $1',
    [key, state.count, new Date(state.countedAtMs), new Date(state.blockedUntilMs)],
  )
}

/** Undoes one failure counted in advance, and its lockout unless a later attempt has set another. */
export async function undoFailure(pool: Pool, key: Uint8Array, setMs: number): Promise<void> {
  await pool.query(
    `update login_failures set failures = greatest(failures - 1, 0),
       blocked_until = case when blocked_until = $2 then last_at else blocked_until end
     where key = $1`,
    [key, new Date(setMs)],
  )
}

export async function deleteFailures(pool: Pool, key: Uint8Array): Promise<void> {
  await pool.query('delete from login_failures where key = $1', [key])
}

/** Deletes up to `limit` rows and returns their number. */
export async function deleteStaleFailures(pool: Pool, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from login_failures where key in
       (select key from login_failures where last_at < $1 and blocked_until < $1 limit $2)`,
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}
