import type { OperatorRole } from '#core/user/operator-role.ts'
import type { SessionOperator } from '#server/operators/operator-types.ts'
import type { Queryable } from '#server/operators/operators-store.ts'

export type NewSession = {
  readonly operatorId: number
  readonly tokenHash: Buffer
  readonly address: string
  readonly device: string
  readonly at: Date
}

export async function insertSession(client: Queryable, session: NewSession): Promise<number> {
  const { operatorId, tokenHash, address, device, at } = session
  const made = await client.query<{ id: number }>(
    `insert into operator_sessions (operator_id, token_hash, address, device, created_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $5) returning id`,
    [operatorId, tokenHash, address, device, at],
  )
  const id = made.rows[0]?.id
  if (id === undefined) throw new Error('the session was not stored')
  return id
}

export async function hasSignedInFrom(
  client: Queryable,
  operatorId: number,
  address: string,
  since: Date,
): Promise<boolean> {
  const found = await client.query(
    'select 1 from operator_sessions where operator_id = $1 and address = $2 and created_at > $3 limit 1',
    [operatorId, address, since],
  )
  return found.rowCount === 1
}

const maxAddresses = 100

/** Addresses an operator signed in from, newest first. */
export async function readAddresses(client: Queryable, operatorId: number): Promise<readonly string[]> {
  const found = await client.query<{ address: string }>(
    `select address from operator_sessions where operator_id = $1
     group by address order by max(created_at) desc limit $2`,
    [operatorId, maxAddresses],
  )
  return found.rows.map(({ address }) => address)
}

/** Ends the oldest sessions beyond `limit`. */
export async function endSessionsBeyond(
  client: Queryable,
  { operatorId, limit, at }: { readonly operatorId: number; readonly limit: number; readonly at: Date },
): Promise<void> {
  await client.query(
    `update operator_sessions set ended_at = $3 where id in (
       select id from operator_sessions where operator_id = $1 and ended_at is null order by id desc offset $2)`,
    [operatorId, limit, at],
  )
}

/** A live session was used after `usedAfter` and opened after `openedAfter`. */
export type LiveSessionBounds = { readonly usedAfter: Date; readonly openedAfter: Date }

type Row = SessionOperator & { readonly role: OperatorRole; readonly lastSeenAt: Date }

export async function findSession(
  client: Queryable,
  tokenHash: Buffer,
  { usedAfter, openedAfter }: LiveSessionBounds,
): Promise<Row | undefined> {
  const found = await client.query<Row>(
    `select s.id as "sessionId", s.last_seen_at as "lastSeenAt", o.id as "operatorId", o.email, o.role
     from operator_sessions s join operators o on o.id = s.operator_id
     where s.token_hash = $1 and s.ended_at is null and o.is_active and s.last_seen_at > $2 and s.created_at > $3`,
    [tokenHash, usedAfter, openedAfter],
  )
  return found.rows[0]
}

/** Those among these sessions that are live, with the present role. */
export async function findLiveSessions(
  client: Queryable,
  sessionIds: readonly number[],
  { usedAfter, openedAfter }: LiveSessionBounds,
): Promise<readonly Pick<SessionOperator, 'sessionId' | 'role'>[]> {
  const found = await client.query<Pick<SessionOperator, 'sessionId' | 'role'>>(
    `select s.id as "sessionId", o.role from operator_sessions s join operators o on o.id = s.operator_id
     where s.id = any($1) and s.ended_at is null and o.is_active and s.last_seen_at > $2 and s.created_at > $3`,
    [sessionIds, usedAfter, openedAfter],
  )
  return found.rows
}

export async function updateLastSeen(client: Queryable, sessionId: number, at: Date): Promise<void> {
  await client.query('update operator_sessions set last_seen_at = $2 where id = $1 and last_seen_at < $2', [
    sessionId,
    at,
  ])
}

export async function endSession(client: Queryable, sessionId: number, at: Date): Promise<void> {
  await client.query('update operator_sessions set ended_at = $2 where id = $1 and ended_at is null', [
    sessionId,
    at,
  ])
}

/** Ends all sessions of an operator except `keep`. */
export async function endSessions(
  client: Queryable,
  { operatorId, keep, at }: { readonly operatorId: number; readonly keep?: number; readonly at: Date },
): Promise<void> {
  await client.query(
    `update operator_sessions set ended_at = $3
     where operator_id = $1 and ended_at is null and id is distinct from $2`,
    [operatorId, keep, at],
  )
}

export async function deleteOldSessions(client: Queryable, before: Date): Promise<void> {
  await client.query('delete from operator_sessions where coalesce(ended_at, last_seen_at) < $1', [before])
}
