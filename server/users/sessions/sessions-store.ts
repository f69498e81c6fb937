import type { Pool, PoolClient } from 'pg'

/** NOTIFY channel; the payload lists the ids of ended sessions, separated by commas. */
export const sessionsEndedChannel = 'sessions_ended'

/** Payload without ids. A listener that receives it has missed nothing so far. */
export const heartbeatPayload = '-'

export async function sendHeartbeat(pool: Pool): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [sessionsEndedChannel, heartbeatPayload])
}

type Queryable = Pool | PoolClient

export type NewSession = {
  readonly userId: number
  readonly tokenHash: Uint8Array
  readonly address: string
  readonly device: string
  readonly nowMs: number
  readonly expiresAtMs: number
}

export async function insertSession(db: Queryable, fresh: NewSession): Promise<number> {
  const now = new Date(fresh.nowMs)
  const { rows } = await db.query<{ id: number }>(
    `insert into sessions (user_id, token_hash, address, device, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6) returning id`,
    [fresh.userId, fresh.tokenHash, fresh.address, fresh.device, now, new Date(fresh.expiresAtMs)],
  )
  return rows[0]?.id ?? 0
}

export type StoredSession = {
  readonly id: number
  readonly userId: number
  readonly isDemo: boolean
  readonly lastSeenAtMs: number
  readonly expiresAtMs: number
}

/** The live sessions among these tokens, in any order. */
export async function findSessions(
  db: Queryable,
  tokenHashes: readonly Uint8Array[],
  nowMs: number,
): Promise<readonly FoundSession[]> {
  const { rows } = await db.query<{
    token_hash: Buffer
    id: number
    user_id: number
    is_demo: boolean
    last_seen_at: Date
    expires_at: Date
  }>({
    // A prepared statement: this is by far the most frequent query.
    name: 'find_sessions',
    text: `select s.token_hash, s.id, s.user_id, u.is_demo, s.last_seen_at, s.expires_at
           from sessions s join users u on u.id = s.user_id
           where s.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > $2`,
    values: [tokenHashes, new Date(nowMs)],
  })
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    session: {
      id: row.id,
      userId: row.user_id,
      isDemo: row.is_demo,
      lastSeenAtMs: row.last_seen_at.getTime(),
      expiresAtMs: row.expires_at.getTime(),
    },
  }))
}

export type FoundSession = { readonly tokenHash: Buffer; readonly session: StoredSession }

export async function extendSession(
  db: Queryable,
  id: number,
  nowMs: number,
  expiresAtMs: number,
): Promise<void> {
  await db.query(
    'update sessions set last_seen_at = $2, expires_at = $3 where id = $1 and ended_at is null and last_seen_at < $2',
    [id, new Date(nowMs), new Date(expiresAtMs)],
  )
}

/** Selects sessions of a user: one, all, all but one, or those beyond the newest `beyond`. */
export type SessionSelector =
  | { readonly only: number }
  | { readonly allBut: number | undefined }
  | { readonly beyond: number }

/** Ends the sessions and notifies every process when the caller's transaction commits. */
export async function endSessions(
  db: Queryable,
  userId: number,
  which: SessionSelector,
  nowMs: number,
): Promise<readonly number[]> {
  const [condition, value] = conditionOf(which)
  const { rows } = await db.query<{ id: number }>(
    `update sessions set ended_at = $2 where user_id = $1 and ended_at is null and ${condition} returning id`,
    [userId, new Date(nowMs), value],
  )
  return await publishEnded(
    db,
    rows.map(({ id }) => id),
  )
}

/** Ends all sessions of these users and notifies every process when the caller's transaction commits. */
export async function endAllSessions(
  db: Queryable,
  userIds: readonly number[],
  nowMs: number,
): Promise<readonly number[]> {
  const { rows } = await db.query<{ id: number }>(
    'update sessions set ended_at = $2 where user_id = any($1) and ended_at is null returning id',
    [userIds, new Date(nowMs)],
  )
  return await publishEnded(
    db,
    rows.map(({ id }) => id),
  )
}

function conditionOf(which: SessionSelector): readonly [string, number | null] {
  if ('only' in which) return ['id = $3', which.only]
  if ('allBut' in which) return ['id is distinct from $3', which.allBut ?? null]
  return [
    `id in (select id from sessions where user_id = $1 and ended_at is null
            order by last_seen_at desc, id desc offset $3)`,
    which.beyond,
  ]
}

/** Ends up to `limit` expired sessions. */
export async function endExpiredSessions(
  db: Queryable,
  nowMs: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await db.query<{ id: number }>(
    `update sessions set ended_at = $1 where id in
       (select id from sessions where ended_at is null and expires_at <= $1 order by expires_at limit $2
        for update skip locked)
     returning id`,
    [new Date(nowMs), limit],
  )
  return await publishEnded(
    db,
    rows.map(({ id }) => id),
  )
}

/** A payload must be shorter than 8000 bytes. An id has at most 16 digits and a comma. */
const idsPerPayload = 400

async function publishEnded(db: Queryable, ids: readonly number[]): Promise<readonly number[]> {
  for (let from = 0; from < ids.length; from += idsPerPayload) {
    const payload = ids.slice(from, from + idsPerPayload).join(',')
    await db.query('select pg_notify($1, $2)', [sessionsEndedChannel, payload])
  }
  return ids
}

/** Ids a listener may have missed while it was disconnected. */
export async function readEndedSince(db: Queryable, sinceMs: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ id: number }>('select id from sessions where ended_at >= $1', [
    new Date(sinceMs),
  ])
  return rows.map(({ id }) => id)
}

export async function deleteEndedSessions(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    'delete from sessions where id in (select id from sessions where ended_at < $1 limit $2)',
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}

export type ListedSession = {
  readonly id: number
  readonly device: string
  readonly address: string
  readonly createdAtMs: number
  readonly lastSeenAtMs: number
}

export async function readSessions(
  db: Queryable,
  userId: number,
  nowMs: number,
): Promise<readonly ListedSession[]> {
  const { rows } = await db.query<{
    id: number
    device: string
    address: string
    created_at: Date
    last_seen_at: Date
  }>(
    `select id, device, address, created_at, last_seen_at from sessions
     where user_id = $1 and ended_at is null and expires_at > $2 order by last_seen_at desc, id desc`,
    [userId, new Date(nowMs)],
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    address: row.address,
    createdAtMs: row.created_at.getTime(),
    lastSeenAtMs: row.last_seen_at.getTime(),
  }))
}
