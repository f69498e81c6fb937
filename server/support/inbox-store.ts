// Queries of threads for operators. They join users and operators but never write to those tables.
import type { Pool, PoolClient } from 'pg'

type Queryable = Pool | PoolClient

/** A thread as operators list it. */
export type DeskThread = {
  readonly id: number
  readonly userId: number | undefined
  /** Empty for a visitor. */
  readonly uid: string
  readonly kind: 'user' | 'demo' | 'visitor'
  readonly language: string
  readonly isOpen: boolean
  readonly waitingSince: Date | undefined
  readonly createdAt: Date
  readonly lastAt: Date
  readonly lastNumber: number
  readonly unread: number
  readonly userDelivered: number
  readonly userRead: number
  readonly deskDelivered: number
  readonly deskRead: number
  readonly assignedId: number | undefined
  /** Email of the operator; empty if the thread is unassigned. */
  readonly assignedTo: string
}

type Row = {
  readonly [Field in keyof DeskThread]:
    | DeskThread[Field]
    | (undefined extends DeskThread[Field] ? null : never)
}

const columns = `t.id, t.user_id as "userId", coalesce(u.uid, '') as uid,
  case when t.user_id is null then 'visitor' when u.is_demo then 'demo' else 'user' end as kind,
  t.language, t.is_open as "isOpen", t.waiting_since as "waitingSince", t.created_at as "createdAt",
  t.last_at as "lastAt", t.last_number as "lastNumber", (select count(*) from (
    select 1 from support_messages m where m.thread_id = t.id and m.number > t.desk_read and m.author = 'user' limit 100)
    counted) as unread,
  t.user_delivered as "userDelivered", t.user_read as "userRead", t.desk_delivered as "deskDelivered",
  t.desk_read as "deskRead", t.assigned_to as "assignedId", coalesce(o.email, '') as "assignedTo"`
const source =
  'support_threads t left join users u on u.id = t.user_id left join operators o on o.id = t.assigned_to'

function deskThreadOf({ userId, waitingSince, assignedId, ...row }: Row): DeskThread {
  return {
    ...row,
    userId: userId ?? undefined,
    waitingSince: waitingSince ?? undefined,
    assignedId: assignedId ?? undefined,
  }
}

/** In any order. */
export async function readDeskThreads(
  client: Queryable,
  ids: readonly number[],
): Promise<readonly DeskThread[]> {
  const { rows } = await client.query<Row>(
    `select ${columns} from ${source} where t.id = any($1) and t.claimed_by is null`,
    [ids],
  )
  return rows.map(deskThreadOf)
}

export const inboxPageSize = 20

/** A claimed thread has no messages. */
function inboxCondition(state: 'open' | 'closed'): string {
  return state === 'open' ? 't.is_open' : 'not t.is_open and t.last_number > 0'
}

export type InboxQuery = {
  readonly state: 'open' | 'closed'
  /** Only threads assigned to this operator. */
  readonly assignedTo: number | undefined
  readonly page: number
}

/** Open ones that have waited longest first, then answered ones; closed ones newest first. */
export async function listThreads(
  pool: Pool,
  { state, assignedTo, page }: InboxQuery,
): Promise<{ readonly threads: readonly DeskThread[]; readonly total: number }> {
  const condition = `${inboxCondition(state)} and ($1::bigint is null or t.assigned_to = $1)`
  const order = state === 'open' ? 't.waiting_since nulls last, t.id' : 't.last_at desc, t.id desc'
  const [listed, counted] = await Promise.all([
    pool.query<Row>(
      `select ${columns} from ${source} where ${condition} order by ${order} limit $2 offset $3`,
      [assignedTo ?? null, inboxPageSize, (page - 1) * inboxPageSize],
    ),
    pool.query<{ total: number }>(`select count(*) as total from support_threads t where ${condition}`, [
      assignedTo ?? null,
    ]),
  ])
  return { threads: listed.rows.map(deskThreadOf), total: counted.rows[0]?.total ?? 0 }
}

export async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from support_threads where is_open and waiting_since is not null',
  )
  return rows[0]?.count ?? 0
}

/** Texts are searched among this many of the newest messages. */
const searchedMessages = 50_000

/** By uid or whole email address, else by the newest message that contains the text. Newest first. */
export async function searchThreads(
  pool: Pool,
  text: string,
  limit: number,
): Promise<readonly { readonly id: number; readonly number: number | undefined }[]> {
  const { rows } = await pool.query<{ id: number; number: number | null }>(
    `select t.id, null::bigint as number from support_threads t join users u on u.id = t.user_id
     where (u.uid = $1 or u.email = lower($1)) and t.last_number > 0
     union all
     select * from (
       select thread_id, max(number)::bigint from (
         select id, thread_id, number, text from support_messages order by id desc limit ${searchedMessages}) newest
       where position(lower($1) in lower(text)) > 0
       group by thread_id order by max(id) desc limit $2) found`,
    [text, limit],
  )
  return rows.map(({ id, number }) => ({ id, number: number ?? undefined }))
}
