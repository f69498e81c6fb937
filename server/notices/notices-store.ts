import type { Pool, PoolClient } from 'pg'
import type { NoticeContent } from '#core/notice/notice.ts'
import type { ListPlace, ListState, NewNotice, StoredNotice } from '#server/notices/notices-types.ts'
import { storableJson } from '#server/platform/storable-text.ts'

/** Characters of a remark or a title. */
const maxTextLength = 1000

/** NOTIFY channel. The payload is the ids of the users whose lists have changed, separated by commas. */
export const noticesChannel = 'notices_changed'

/** Locks the lists in a fixed order, so that concurrent transactions cannot deadlock. New users get a list. */
export async function lockLists(client: PoolClient, userIds: readonly number[]): Promise<void> {
  await client.query(
    `insert into notice_lists (user_id, last_number)
     select id, 0 from unnest($1::bigint[]) id order by id on conflict do nothing`,
    [userIds],
  )
  await client.query('select from notice_lists where user_id = any($1) order by user_id for update', [
    userIds,
  ])
}

/** Of these sources, those of which the users have been told. */
export async function readKnown(
  client: PoolClient,
  notices: readonly Pick<NewNotice, 'userId' | 'source'>[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ known: string }>(
    `select user_id || ' ' || source as known from notices
     where (user_id, source) in (select * from unnest($1::bigint[], $2::text[]))`,
    [notices.map(({ userId }) => userId), notices.map(({ source }) => source)],
  )
  return new Set(rows.map(({ known }) => known))
}

/** The lists must be locked. Each user's notices get the next numbers, in the order given. */
export async function insertNotices(client: PoolClient, notices: readonly NewNotice[]): Promise<void> {
  await client.query(
    `with given as (
       select * from unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[])
         with ordinality as given (user_id, source, kind, parameters, created_at, place)
     ), numbered as (
       select given.*, last_number + row_number() over (partition by given.user_id order by place) as number
       from given join notice_lists using (user_id)
     ), moved as (
       update notice_lists lists set last_number = most
       from (select user_id, max(number) as most from numbered group by user_id) ends
       where lists.user_id = ends.user_id
     )
     insert into notices (user_id, number, source, kind, parameters, created_at)
     select user_id, number, source, kind, parameters, created_at from numbered`,
    [
      notices.map(({ userId }) => userId),
      notices.map(({ source }) => source),
      notices.map(({ content }) => content.kind),
      notices.map(({ content: { kind: _, ...parameters } }) => storableJson(parameters, maxTextLength)),
      notices.map(({ atMs }) => new Date(atMs)),
    ],
  )
}

/** Wakes the listeners of all processes once the transaction has committed. */
export async function notifyChanged(db: Pool | PoolClient, userIds: readonly number[]): Promise<void> {
  await db.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
    noticesChannel,
    payloadsOf(userIds),
  ])
}

/** PostgreSQL takes payloads below 8,000 bytes. */
const idsPerPayload = 450

function payloadsOf(userIds: readonly number[]): readonly string[] {
  const count = Math.ceil(userIds.length / idsPerPayload)
  return Array.from({ length: count }, (_, at) =>
    userIds.slice(at * idsPerPayload, (at + 1) * idsPerPayload).join(','),
  )
}

type NoticeRow = {
  readonly number: number
  readonly kind: string
  readonly parameters: object
  readonly createdAt: Date
}

const columns = 'number, kind, parameters, created_at as "createdAt"'

/** Newest first. */
export async function listNotices(
  pool: Pool,
  userId: number,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly StoredNotice[]> {
  const { rows } = await pool.query<NoticeRow>(
    `select ${columns} from notices where user_id = $1 order by number desc offset $2 limit $3`,
    [userId, page.offset, page.limit],
  )
  return rows.map(noticeOf)
}

/** Of each user those after a number, oldest first, at most `limit`. A user without any is not in the result. */
export async function listAdded(
  pool: Pool,
  since: readonly ListPlace[],
  limit: number,
): Promise<ReadonlyMap<number, readonly StoredNotice[]>> {
  const { rows } = await pool.query<NoticeRow & { readonly userId: number }>(
    `select given.user_id as "userId", added.*
     from unnest($1::bigint[], $2::bigint[]) given (user_id, after_number)
     cross join lateral (
       select ${columns} from notices
       where notices.user_id = given.user_id and number > after_number order by number limit $3
     ) added order by given.user_id, added.number`,
    [since.map(({ userId }) => userId), since.map(({ number }) => number), limit],
  )
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(noticeOf)]))
}

function noticeOf({ number, kind, parameters, createdAt }: NoticeRow): StoredNotice {
  return { number, content: { kind, ...parameters } as NoticeContent, createdAtMs: createdAt.getTime() }
}

export async function countNotices(pool: Pool, userId: number): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    'select count(*) as total from notices where user_id = $1',
    [userId],
  )
  return rows[0]?.total ?? 0
}

/** Deleted notices do not count as unread. A user without any notice is not in the result. */
export async function readListStates(
  pool: Pool,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, ListState>> {
  const { rows } = await pool.query<ListState & { readonly userId: number }>(
    `select user_id as "userId", last_number as "lastNumber", read_number as "readNumber",
       (select count(*) from notices
        where notices.user_id = notice_lists.user_id and number > read_number) as unread
     from notice_lists where user_id = any($1)`,
    [userIds],
  )
  return new Map(rows.map(({ userId, ...state }) => [userId, state]))
}

/** False if nothing was unread up to the number. */
export async function moveReadNumber(client: PoolClient, userId: number, number: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update notice_lists set read_number = least($2, last_number)
     where user_id = $1 and read_number < least($2, last_number)`,
    [userId, number],
  )
  return rowCount === 1
}

/** Returns how many were deleted. */
export async function deleteOldNotices(pool: Pool, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from notices where (user_id, number) in
       (select user_id, number from notices where created_at < $1 limit $2)`,
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}

/** Repeating price alerts may be many. An index of their own finds them. */
export async function deleteOldPriceAlerts(pool: Pool, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from notices where (user_id, number) in
       (select user_id, number from notices where created_at < $1 and kind = 'price_alert' limit $2)`,
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}
