// Texts for all users, and how far each has been added to their lists.
import type { Pool, PoolClient } from 'pg'
import type { NoticeContent } from '#core/notice/notice.ts'

export type NewBroadcast = {
  readonly articleId: number
  readonly edition: number
  readonly content: NoticeContent
  /** Since when the version has been in force. */
  readonly fromMs: number
}

/** A version that is known already stays as it is. */
export async function insertBroadcasts(pool: Pool, added: readonly NewBroadcast[]): Promise<void> {
  await pool.query(
    `insert into broadcasts (article_id, edition, kind, parameters, created_at)
     select * from unnest($1::bigint[], $2::integer[], $3::text[], $4::jsonb[], $5::timestamptz[])
     on conflict do nothing`,
    [
      added.map(({ articleId }) => articleId),
      added.map(({ edition }) => edition),
      added.map(({ content }) => content.kind),
      added.map(({ content: { kind: _, ...parameters } }) => JSON.stringify(parameters)),
      added.map(({ fromMs }) => new Date(fromMs)),
    ],
  )
}

export type OpenBroadcast = {
  readonly id: number
  readonly content: NoticeContent
  readonly createdAtMs: number
  readonly reachedUser: number
}

type BroadcastRow = {
  readonly id: number
  readonly kind: string
  readonly parameters: object
  readonly createdAt: Date
  readonly reachedUser: number
}

/** The oldest that has not reached all users, locked. Undefined if there is none, or another process works on it. */
export async function lockOpenBroadcast(client: PoolClient): Promise<OpenBroadcast | undefined> {
  const { rows } = await client.query<BroadcastRow>(
    `select id, kind, parameters, created_at as "createdAt", reached_user as "reachedUser"
     from broadcasts where ended_at is null order by id limit 1 for update skip locked`,
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { id, kind, parameters, createdAt, reachedUser } = row
  const content = { kind, ...parameters } as NoticeContent
  return { id, content, createdAtMs: createdAt.getTime(), reachedUser }
}

export type NextUsers = {
  readonly userIds: readonly number[]
  /** Id of the last user that was looked at; undefined if none is left. */
  readonly lastUser: number | undefined
}

/**
 * Of the next users by id, those who joined before the broadcast. Demo accounts are many and soon abandoned: of these,
 * only those that can still be used.
 */
export async function nextUsers(
  client: PoolClient,
  { createdAtMs, reachedUser }: OpenBroadcast,
  { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
): Promise<NextUsers> {
  const { rows } = await client.query<{ id: number; isTold: boolean }>(
    `select id, created_at < $2 and (not is_demo or exists (
         select from sessions where user_id = next.id and ended_at is null and expires_at > $4)) as "isTold"
     from (select id, is_demo, created_at from users where id > $1 order by id limit $3) next
     order by id`,
    [reachedUser, new Date(createdAtMs), limit, new Date(nowMs)],
  )
  return { userIds: rows.filter(({ isTold }) => isTold).map(({ id }) => id), lastUser: rows.at(-1)?.id }
}

export async function moveBroadcast(
  client: PoolClient,
  id: number,
  { reachedUser, endedAtMs }: { readonly reachedUser: number; readonly endedAtMs: number | null },
): Promise<void> {
  await client.query('update broadcasts set reached_user = $2, ended_at = $3 where id = $1', [
    id,
    reachedUser,
    endedAtMs === null ? null : new Date(endedAtMs),
  ])
}
