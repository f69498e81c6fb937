// Queries of the table support_threads for its users. They never write to the table of users.
import type { Pool, PoolClient } from 'pg'
import type { Marks, Thread, ThreadOwner } from '#server/support/support-types.ts'

type Queryable = Pool | PoolClient

type ThreadRow = Omit<Thread, 'userId'> & { readonly userId: number | null }

export const threadColumns = `t.id, t.user_id as "userId", t.is_open as "isOpen", t.last_number as "lastNumber",
  t.user_delivered as "userDelivered", t.user_read as "userRead", t.desk_delivered as "deskDelivered",
  t.desk_read as "deskRead"`

function threadOf({ userId, ...row }: ThreadRow): Thread {
  return { ...row, userId: userId ?? undefined }
}

/** A claimed thread is empty: its messages have moved. */
function ownedBy(owner: ThreadOwner): readonly [condition: string, value: number] {
  return owner.kind === 'user'
    ? ['t.user_id = $1', owner.userId]
    : ['t.id = $1 and t.user_id is null and t.claimed_by is null', owner.threadId]
}

export async function findThread(client: Queryable, owner: ThreadOwner): Promise<Thread | undefined> {
  const [condition, value] = ownedBy(owner)
  const { rows } = await client.query<ThreadRow>(
    `select ${threadColumns} from support_threads t where ${condition}`,
    [value],
  )
  return rows[0] && threadOf(rows[0])
}

/** Locks the thread, so that its messages are numbered in the order of their commits. Makes that of a user. */
export async function lockThread(
  client: PoolClient,
  owner: ThreadOwner,
  fresh: { readonly language: string; readonly at: Date },
): Promise<Thread | undefined> {
  if (owner.kind === 'user')
    await client.query(
      `insert into support_threads (user_id, opened_from, language, created_at, last_at)
       values ($1, '', $2, $3, $3) on conflict (user_id) do nothing`,
      [owner.userId, fresh.language, fresh.at],
    )
  const [condition, value] = ownedBy(owner)
  const { rows } = await client.query<ThreadRow>(
    `select ${threadColumns} from support_threads t where ${condition} for update`,
    [value],
  )
  return rows[0] && threadOf(rows[0])
}

/** By its id, for operators. */
export async function lockThreadById(client: PoolClient, id: number): Promise<Thread | undefined> {
  const { rows } = await client.query<ThreadRow>(
    `select ${threadColumns} from support_threads t where t.id = $1 and t.claimed_by is null for update`,
    [id],
  )
  return rows[0] && threadOf(rows[0])
}

/** Without an operator, the thread is unassigned. */
export async function assignThread(client: PoolClient, id: number, operatorId: number | null): Promise<void> {
  await client.query('update support_threads set assigned_to = $2 where id = $1', [id, operatorId])
}

export async function findVisitor(client: Queryable, tokenHash: Buffer): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    'select id from support_threads where token_hash = $1 and claimed_by is null',
    [tokenHash],
  )
  return rows[0]?.id
}

export type NewVisitor = {
  readonly tokenHash: Buffer
  readonly limitKey: string
  readonly language: string
  readonly at: Date
}

/** False, and nothing is stored, if this address has opened that many threads since. One address at a time. */
export async function insertVisitor(
  client: PoolClient,
  { tokenHash, limitKey, language, at }: NewVisitor,
  limit: { readonly most: number; readonly since: Date },
): Promise<boolean> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('support:' || $1::text, 0))`, [limitKey])
  const { rows } = await client.query<{ count: number }>(
    'select count(*) as count from support_threads where opened_from = $1 and created_at > $2 and user_id is null',
    [limitKey, limit.since],
  )
  if ((rows[0]?.count ?? 0) >= limit.most) return false
  await client.query(
    `insert into support_threads (token_hash, opened_from, language, created_at, last_at) values ($1, $2, $3, $4, $4)`,
    [tokenHash, limitKey, language, at],
  )
  return true
}

const mostUnread = 100

/** Messages of the other side after this number, counted up to a hundred. */
export async function countUnread(
  client: Queryable,
  threadId: number,
  author: 'user' | 'desk',
  after: number,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from (
       select 1 from support_messages where thread_id = $1 and number > $2 and author = $3 limit ${mostUnread}) unread`,
    [threadId, after, author],
  )
  return rows[0]?.count ?? 0
}

/** Marks only rise, and never beyond the newest message. What is read is delivered, too. False if none has risen. */
export async function raiseMarks(
  client: Queryable,
  {
    threadId,
    side,
    marks,
  }: { readonly threadId: number; readonly side: 'user' | 'desk'; readonly marks: Marks },
): Promise<boolean> {
  const [delivered, read] = [`${side}_delivered`, `${side}_read`]
  const { rowCount } = await client.query(
    `update support_threads set
       ${delivered} = greatest(${delivered}, least(greatest($2::bigint, $3::bigint), last_number)),
       ${read} = greatest(${read}, least($3::bigint, last_number))
     where id = $1 and claimed_by is null
       and (${delivered} < least(greatest($2::bigint, $3::bigint), last_number) or ${read} < least($3::bigint, last_number))`,
    [threadId, marks.delivered ?? 0, marks.read ?? 0],
  )
  return rowCount === 1
}

/** Threads of visitors without activity since, and those without any message that were opened before `emptyBefore`. */
export async function deleteVisitors(
  client: PoolClient,
  {
    inactiveBefore,
    emptyBefore,
    limit,
  }: { readonly inactiveBefore: Date; readonly emptyBefore: Date; readonly limit: number },
): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `delete from support_threads where id in (
       select id from support_threads
       where user_id is null and (last_at < $1 or (last_at < $2 and last_number = 0 and claimed_by is null))
       order by last_at limit $3 for update skip locked)
     returning id`,
    [inactiveBefore, emptyBefore, limit],
  )
  return rows.map(({ id }) => id)
}
