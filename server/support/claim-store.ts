// Moves the messages of a visitor's thread to that of a user.
import type { PoolClient } from 'pg'
import type { Thread } from '#server/support/support-types.ts'

export type ClaimedVisitor = {
  readonly id: number
  readonly claimedBy: number | null
  readonly lastNumber: number
  readonly userRead: number
  readonly userDelivered: number
  readonly deskRead: number
  readonly deskDelivered: number
}

/** Visitors' threads are locked before those of users, always, so that two claims cannot wait for each other. */
export async function lockVisitorByToken(
  client: PoolClient,
  tokenHash: Buffer,
): Promise<ClaimedVisitor | undefined> {
  const { rows } = await client.query<ClaimedVisitor>(
    `select id, claimed_by as "claimedBy", last_number as "lastNumber", user_read as "userRead",
       user_delivered as "userDelivered", desk_read as "deskRead", desk_delivered as "deskDelivered"
     from support_threads where token_hash = $1 for update`,
    [tokenHash],
  )
  return rows[0]
}

/** Of both threads together. */
export async function readPictureBytes(client: PoolClient, one: number, other: number): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select sum(picture_bytes)::bigint as bytes from support_threads where id in ($1, $2)',
    [one, other],
  )
  return rows[0]?.bytes ?? 0
}

/** Both are locked. The messages are appended in their order; a key that the user's thread has already is dropped. */
export async function moveMessages(client: PoolClient, from: ClaimedVisitor, to: Thread): Promise<void> {
  await client.query(
    `update support_messages m set thread_id = $2, number = m.number + $3,
       key = case when exists (
         select 1 from support_messages o where o.thread_id = $2 and o.author = m.author and o.key = m.key) then null
         else m.key end
     where m.thread_id = $1`,
    [from.id, to.id, to.lastNumber],
  )
  await client.query('update support_pictures set thread_id = $2 where thread_id = $1', [from.id, to.id])
  await moveEpisodes(client, from.id, to.id)
}

/** A thread has one open episode. That of the user goes on; it begins when the earlier of both began. */
async function moveEpisodes(client: PoolClient, from: number, to: number): Promise<void> {
  await client.query(
    `with other as (
       delete from support_episodes where thread_id = $1 and resolved_at is null
         and exists (select 1 from support_episodes where thread_id = $2 and resolved_at is null)
       returning opened_at
     )
     update support_episodes set opened_at = least(opened_at, (select opened_at from other))
     where thread_id = $2 and resolved_at is null`,
    [from, to],
  )
  await client.query('update support_episodes set thread_id = $2 where thread_id = $1', [from, to])
}

/**
 * The state of both threads after the move. A mark continues over the moved messages only if it was at the end of the
 * user's thread. A closed thread that the move opens is not left to who had it before.
 */
export async function mergeThreads(
  client: PoolClient,
  {
    from,
    to,
    userId,
    at,
  }: { readonly from: ClaimedVisitor; readonly to: Thread; readonly userId: number; readonly at: Date },
): Promise<void> {
  const { lastNumber } = to
  const markOf = (mark: number, moved: number) => (mark === lastNumber ? lastNumber + moved : mark)
  await client.query(
    `update support_threads t set last_number = $3, user_delivered = $4, user_read = $5, desk_delivered = $6,
       desk_read = $7, last_at = greatest(t.last_at, v.last_at), is_open = t.is_open or v.is_open,
       waiting_since = least(t.waiting_since, v.waiting_since), assigned_to = case when t.is_open or not v.is_open then coalesce(t.assigned_to, v.assigned_to) else v.assigned_to end,
       picture_bytes = t.picture_bytes + v.picture_bytes
     from support_threads v where v.id = $2 and t.id = $1`,
    [
      ...[to.id, from.id, lastNumber + from.lastNumber],
      ...[markOf(to.userDelivered, from.userDelivered), markOf(to.userRead, from.userRead)],
      ...[markOf(to.deskDelivered, from.deskDelivered), markOf(to.deskRead, from.deskRead)],
    ],
  )
  await client.query(
    `update support_threads set claimed_by = $2, last_at = $3, is_open = false, waiting_since = null, assigned_to = null,
       last_number = 0, picture_bytes = 0 where id = $1`,
    [from.id, userId, at],
  )
}
