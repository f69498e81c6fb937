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
  /** Email of the operator; empty if it is nobody's. */
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
