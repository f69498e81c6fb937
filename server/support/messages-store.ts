// Queries of the table support_messages. They read orders and operators but never write to those tables.
import type { Pool, PoolClient } from 'pg'
import type { SupportAuthor } from '#core/support/support.ts'
import type { Message, MessagesQuery } from '#server/support/support-types.ts'

type Queryable = Pool | PoolClient

type MessageRow = Omit<Message, 'orderId' | 'operator'> & {
  readonly orderId: number | null
  readonly operator: string | null
}

const columns = `m.thread_id as "threadId", m.number, m.author, o.email as operator, m.text, m.order_id as "orderId",
  m.created_at as "createdAt", coalesce((
    select jsonb_agg(jsonb_build_object('name', p.name, 'width', p.width, 'height', p.height) order by p.place)
    from support_pictures p where p.message_id = m.id), '[]') as pictures`
const source = 'support_messages m left join operators o on o.id = m.operator_id'

function messageOf({ orderId, operator, ...row }: MessageRow): Message {
  return { ...row, orderId: orderId ?? undefined, operator: operator ?? '' }
}

/** Oldest first. */
export async function readMessages(
  client: Queryable,
  threadId: number,
  { after, before, limit }: MessagesQuery,
): Promise<readonly Message[]> {
  const isForward = after !== undefined
  const { rows } = await client.query<MessageRow>(
    `select ${columns} from ${source}
     where m.thread_id = $1 and m.number ${isForward ? '>' : '<'} $2
     order by m.number ${isForward ? 'asc' : 'desc'} limit $3`,
    [threadId, isForward ? after : (before ?? Number.MAX_SAFE_INTEGER), limit],
  )
  const messages = rows.map(messageOf)
  return isForward ? messages : messages.reverse()
}

type MessageName = { readonly threadId: number; readonly number: number }

/** In any order. A message that has moved to another thread is missing. */
export async function readNamed(
  client: Queryable,
  names: readonly MessageName[],
): Promise<readonly Message[]> {
  const { rows } = await client.query<MessageRow>(
    `select ${columns} from ${source}
     join unnest($1::bigint[], $2::bigint[]) named (thread_id, number)
       on named.thread_id = m.thread_id and named.number = m.number`,
    [names.map(({ threadId }) => threadId), names.map(({ number }) => number)],
  )
  return rows.map(messageOf)
}

export async function readMessage(client: Queryable, name: MessageName): Promise<Message | undefined> {
  return (await readNamed(client, [name]))[0]
}

/** The message that was sent with this key. */
export async function findByKey(
  client: PoolClient,
  threadId: number,
  author: SupportAuthor,
  key: string,
): Promise<{ readonly number: number; readonly fingerprint: string } | undefined> {
  const { rows } = await client.query<{ number: number; fingerprint: string }>(
    'select number, fingerprint from support_messages where thread_id = $1 and author = $2 and key = $3',
    [threadId, author, key],
  )
  return rows[0]
}

export async function countSince(client: PoolClient, threadId: number, since: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from support_messages where thread_id = $1 and author = 'user' and created_at > $2`,
    [threadId, since],
  )
  return rows[0]?.count ?? 0
}

export async function isOwnOrder(client: PoolClient, userId: number, orderId: number): Promise<boolean> {
  const { rows } = await client.query('select 1 from orders where id = $1 and user_id = $2', [
    orderId,
    userId,
  ])
  return rows.length === 1
}

export type NewMessage = {
  readonly threadId: number
  readonly number: number
  readonly author: SupportAuthor
  readonly operatorId: number | undefined
  readonly key: string
  readonly fingerprint: string
  readonly text: string
  readonly orderId: number | undefined
  readonly at: Date
}

/** The thread is locked. Returns the id. */
export async function insertMessage(client: PoolClient, message: NewMessage): Promise<number> {
  const { threadId, number, author, operatorId, key, fingerprint, text, orderId, at } = message
  const { rows } = await client.query<{ id: number }>(
    `insert into support_messages (thread_id, number, author, operator_id, key, fingerprint, text, order_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [threadId, number, author, operatorId, key, fingerprint, text, orderId, at],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the inserted message has no id')
  return row.id
}

/** A message of the user opens the thread. A closed thread becomes unassigned. */
export async function addUserMessage(
  client: PoolClient,
  threadId: number,
  number: number,
  at: Date,
): Promise<void> {
  await client.query(
    `update support_threads set last_number = $2, last_at = $3, is_open = true,
       assigned_to = case when is_open then assigned_to end, waiting_since = coalesce(waiting_since, $3)
     where id = $1`,
    [threadId, number, at],
  )
  await client.query(
    `insert into support_episodes (thread_id, opened_at) values ($1, $2)
     on conflict (thread_id) where resolved_at is null do nothing`,
    [threadId, at],
  )
}

/**
 * An answer ends the wait of the user, except for messages that came while it was written. Only users, not visitors, are
 * told of it by a notice.
 */
export async function addAnswer(
  client: PoolClient,
  answer: {
    readonly threadId: number
    readonly number: number
    /** Of the newest message that the operator saw. */
    readonly seen: number
    readonly operatorId: number
    readonly at: Date
    readonly noticeAt: Date
  },
): Promise<void> {
  const { threadId, number, seen, operatorId, at, noticeAt } = answer
  await client.query(
    `update support_threads set last_number = $2::bigint, last_at = $3,
       waiting_since = case when is_open then unseen.since end,
       desk_read = greatest(desk_read, case when unseen.since is null then $2::bigint else $6::bigint end),
       desk_delivered = $2::bigint, assigned_to = coalesce(assigned_to, $4),
       notice_due_at = case when user_id is not null and noticed_number <= user_read then coalesce(notice_due_at, $5)
         else notice_due_at end
     from (
       select min(created_at) as since from support_messages where thread_id = $1 and author = 'user' and number > $6::bigint
     ) unseen
     where id = $1`,
    [threadId, number, at, operatorId, noticeAt, seen],
  )
  await client.query(
    `update support_episodes set first_answer_at = greatest($2, opened_at), first_answer_by = $3
     where thread_id = $1 and resolved_at is null and first_answer_at is null`,
    [threadId, at, operatorId],
  )
}
