import type { Pool, PoolClient } from 'pg'

export type Failures = {
  readonly failures: number
  readonly lastAtMs: number
  readonly blockedUntilMs: number
}

/** Makes the row if there is none, and holds it until the transaction ends: attempts on one key go one by one. */
export async function holdFailures(client: PoolClient, key: Uint8Array, nowMs: number): Promise<Failures> {
  const now = new Date(nowMs)
  await client.query(
    `insert into login_failures (key, failures, last_at, blocked_until) values ($1, 0, $2, $2)
     on conflict (key) do nothing`,
    [key, now],
  )
  const { rows } = await client.query<{ failures: number; last_at: Date; blocked_until: Date }>(
    'select failures, last_at, blocked_until from login_failures where key = $1 for update',
    [key],
  )
  const row = rows[0]
  if (row === undefined) return { failures: 0, lastAtMs: nowMs, blockedUntilMs: nowMs }
  return {
    failures: row.failures,
    lastAtMs: row.last_at.getTime(),
    blockedUntilMs: row.blocked_until.getTime(),
  }
}

export async function writeFailures(client: PoolClient, key: Uint8Array, state: Failures): Promise<void> {
  await client.query(
    'update login_failures set failures = $2, last_at = $3, blocked_until = $4 where key = $1',
    [key, state.failures, new Date(state.lastAtMs), new Date(state.blockedUntilMs)],
  )
}

/** Takes back one attempt that was counted in advance; whoever has to wait still waits, unless `unblock` is said. */
export async function takeBackOne(pool: Pool, key: Uint8Array, unblock = false): Promise<void> {
  await pool.query(
    `update login_failures set failures = greatest(failures - 1, 0),
       blocked_until = case when $2 then last_at else blocked_until end
     where key = $1`,
    [key, unblock],
  )
}

export async function forgetFailures(session: Pool | PoolClient, key: Uint8Array): Promise<void> {
  await session.query('delete from login_failures where key = $1', [key])
}

export async function deleteStaleFailures(pool: Pool, beforeMs: number): Promise<void> {
  await pool.query('delete from login_failures where last_at < $1 and blocked_until < $1', [
    new Date(beforeMs),
  ])
}
