import type { Pool, PoolClient } from 'pg'
import type { NewSubscription } from '#server/push/push-types.ts'

/** Subscriptions of one browser or one user change one after the other. Always in this order, so that none wait in a circle. */
export async function lockSubscriptions(
  client: PoolClient,
  { endpoint, userId }: Pick<NewSubscription, 'endpoint' | 'userId'>,
): Promise<void> {
  for (const name of [`push endpoint:${endpoint}`, `push user:${userId}`])
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  // In the order in which a transaction that inserts deliveries holds their subscriptions.
  await client.query(
    'select 1 from push_subscriptions where endpoint = $1 or user_id = $2 order by id for update',
    [endpoint, userId],
  )
}

/** Another user of the same browser. What waits for that user is deleted with the subscription. */
export async function deleteOfOthers(
  client: PoolClient,
  { endpoint, userId }: Pick<NewSubscription, 'endpoint' | 'userId'>,
): Promise<void> {
  await client.query('delete from push_subscriptions where endpoint = $1 and user_id <> $2', [
    endpoint,
    userId,
  ])
}

/** A browser that subscribes again keeps what waits for it. */
export async function upsertSubscription(
  client: PoolClient,
  {
    userId,
    sessionId,
    endpoint,
    p256dh,
    auth,
    service,
    language,
  }: NewSubscription & { readonly service: string },
  nowMs: number,
): Promise<void> {
  await client.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, service, language, subscribed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
       auth = excluded.auth, service = excluded.service, language = excluded.language, subscribed_at = excluded.subscribed_at,
       refusals = 0, refused_since = null`,
    [userId, sessionId, endpoint, p256dh, auth, service, language, new Date(nowMs)],
  )
}

export async function deleteOldest(client: PoolClient, userId: number, kept: number): Promise<void> {
  await client.query(
    `delete from push_subscriptions where id in
       (select id from push_subscriptions where user_id = $1 order by subscribed_at desc, id desc offset $2)`,
    [userId, kept],
  )
}

export async function deleteByEndpoint(pool: Pool, userId: number, endpoint: string): Promise<void> {
  await pool.query('delete from push_subscriptions where user_id = $1 and endpoint = $2', [userId, endpoint])
}

export type KnownSubscription = Pick<NewSubscription, 'sessionId' | 'p256dh'> & {
  readonly subscriptionId: number
  readonly subscribedAtMs: number
}

/** False if it is deleted already, or if its browser has subscribed again since. */
export async function deleteSubscription(
  pool: Pool,
  { subscriptionId, sessionId, p256dh, subscribedAtMs }: KnownSubscription,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from push_subscriptions
     where id = $1 and session_id = $2 and p256dh = $3 and subscribed_at = $4`,
    [subscriptionId, sessionId, p256dh, new Date(subscribedAtMs)],
  )
  return rowCount === 1
}

/** Of refusals in a row: their number, and when the first was. None if the browser has subscribed again since. */
export async function countRefusal(
  pool: Pool,
  { subscriptionId, subscribedAtMs }: KnownSubscription,
  nowMs: number,
): Promise<{ readonly refusals: number; readonly sinceMs: number }> {
  const { rows } = await pool.query<{ refusals: number; since: Date }>(
    `update push_subscriptions set refusals = refusals + 1, refused_since = coalesce(refused_since, $3)
     where id = $1 and subscribed_at = $2 returning refusals, refused_since as since`,
    [subscriptionId, new Date(subscribedAtMs), new Date(nowMs)],
  )
  const { refusals = 0, since = new Date(nowMs) } = rows[0] ?? {}
  return { refusals, sinceMs: since.getTime() }
}

/** A push was accepted. */
export async function forgetRefusals(pool: Pool, { subscriptionId }: KnownSubscription): Promise<void> {
  await pool.query('update push_subscriptions set refusals = 0, refused_since = null where id = $1', [
    subscriptionId,
  ])
}

/** Leaves out those that a transaction is using; the next sweep finds them. */
export async function deleteOfEndedSessions(pool: Pool, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from push_subscriptions where id in
       (select s.id from push_subscriptions s join sessions e on e.id = s.session_id
        where e.ended_at is not null or e.expires_at <= $1 limit $2 for update of s skip locked)`,
    [new Date(nowMs), limit],
  )
  return rowCount ?? 0
}
