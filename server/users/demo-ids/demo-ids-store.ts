// Queries that revoke demo ids. They read the engine's orders and accounts but never write to those tables.
import type { PoolClient } from 'pg'

/**
 * Locks up to `limit` demo users whose last known use is before `usedBeforeMs`, longest unused first, and returns their
 * ids. Skips users who are logging in at this moment.
 */
export async function lockUnusedDemoUsers(
  client: PoolClient,
  usedBeforeMs: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from users where demo_key is not null and coalesce(demo_used_at, created_at) < $1
     order by coalesce(demo_used_at, created_at) limit $2 for update skip locked`,
    [new Date(usedBeforeMs), limit],
  )
  return rows.map(({ id }) => id)
}

export type DemoIdCheck = {
  readonly userIds: readonly number[]
  readonly usedBeforeMs: number
  readonly nowMs: number
}

/**
 * Revokes the demo ids of those users who never had an order and did nothing since `usedBeforeMs`. Records the last use
 * of all others. Returns the users whose id was revoked. Lock the users in an earlier statement: only then does this
 * one see every login that came before the lock.
 */
export async function revokeUnusedDemoIds(
  client: PoolClient,
  { userIds, usedBeforeMs, nowMs }: DemoIdCheck,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with examined as (
       select u.id,
         exists (select from trading_accounts a where a.user_id = u.id and a.ended_orders > 0)
           or exists (select from orders o where o.user_id = u.id and o.status in ('pending', 'open')) as has_traded,
         greatest(
           u.created_at,
           (select l.created_at from logins l where l.user_id = u.id order by l.id desc limit 1),
           (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.ended_at is null),
           (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.ended_at is not null)
         ) as used_at
       from users u where u.id = any($1)
     ), kept as (
       update users u set demo_used_at = case when e.has_traded then 'infinity' else e.used_at end
       from examined e where u.id = e.id and (e.has_traded or e.used_at >= $2)
     )
     update users u set demo_key = null, demo_revoked_at = $3
     from examined e where u.id = e.id and not e.has_traded and e.used_at < $2
     returning u.id`,
    [userIds, new Date(usedBeforeMs), new Date(nowMs)],
  )
  return rows.map(({ id }) => id)
}
