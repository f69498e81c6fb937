// Queries of complaints for operators. They join users and operators but never write to those tables.
import type { Pool, PoolClient } from 'pg'
import { complaintNumber } from '#core/complaint/complaint.ts'
import {
  type ListedRow,
  listedColumns,
  listedOf,
  pageSize,
  type WholeRow,
  wholeColumns,
  wholeOf,
  wholeSource,
} from '#server/complaints/complaint-columns.ts'
import { countComplaints } from '#server/complaints/complaints-store.ts'
import type {
  ListedComplaint,
  Page,
  QueuedComplaint,
  ReviewedComplaint,
} from '#server/complaints/complaints-types.ts'

/** Complaints of demo accounts come last: those of real ones must not be found behind hundreds that anyone can file. */
const openOrder = 'u.is_demo, c.due_at, c.id'

/** Open ones by deadline, those of demo accounts last; answered ones newest first. */
export async function listQueue(
  pool: Pool,
  state: ListedComplaint['state'],
  page: number,
): Promise<Page<QueuedComplaint>> {
  const isOpen = state === 'open'
  const { rows } = await pool.query<ListedRow & { readonly uid: string; readonly is_demo: boolean }>(
    `select ${listedColumns}, u.uid, u.is_demo from complaints c join users u on u.id = c.user_id
     where c.answered_at is ${isOpen ? `null order by ${openOrder}` : 'not null order by c.answered_at desc, c.id desc'}
     limit $1 offset $2`,
    [pageSize, (page - 1) * pageSize],
  )
  return {
    data: rows.map((row) => ({ ...listedOf(row), uid: row.uid, isDemo: row.is_demo })),
    total: await countComplaints(pool, `answered_at is ${isOpen ? 'null' : 'not null'}`),
  }
}

export async function countOpen(client: Pool | PoolClient): Promise<number> {
  return await countComplaints(client, 'answered_at is null')
}

export async function countOverdue(client: Pool | PoolClient, now: Date): Promise<number> {
  return await countComplaints(client, 'answered_at is null and due_at < $1', [now])
}

export async function readNextOpen(client: Pool | PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `select c.id from complaints c join users u on u.id = c.user_id
     where c.answered_at is null order by ${openOrder} limit 1`,
  )
  return rows[0]?.id
}

export async function readReviewed(
  client: Pool | PoolClient,
  id: number,
): Promise<ReviewedComplaint | undefined> {
  const { rows } = await client.query<
    WholeRow & { uid: string; is_demo: boolean; answered_by: string | null }
  >(
    `select ${wholeColumns}, u.uid, u.is_demo, o.email as answered_by
     from ${wholeSource} join users u on u.id = c.user_id left join operators o on o.id = c.answered_by
     where c.id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return undefined
  return { ...wholeOf(row), uid: row.uid, isDemo: row.is_demo, answeredBy: row.answered_by ?? '' }
}

export type LockedComplaint = {
  readonly userId: number
  readonly number: string
  readonly answer: string | null
  readonly answeredBy: number | null
}

/** Locks the row, so that the second of two answers sees the first. */
export async function lockComplaint(client: PoolClient, id: number): Promise<LockedComplaint | undefined> {
  const { rows } = await client.query<Omit<LockedComplaint, 'number'> & { readonly createdAt: Date }>(
    `select user_id as "userId", created_at as "createdAt", answer, answered_by as "answeredBy"
     from complaints where id = $1 for update`,
    [id],
  )
  const [row] = rows
  return row && { ...row, number: complaintNumber(id, row.createdAt.getTime()) }
}

export async function storeAnswer(
  client: PoolClient,
  {
    id,
    answer,
    operatorId,
    at,
  }: { readonly id: number; readonly answer: string; readonly operatorId: number; readonly at: Date },
): Promise<void> {
  await client.query('update complaints set answer = $2, answered_by = $3, answered_at = $4 where id = $1', [
    id,
    answer,
    operatorId,
    at,
  ])
}
