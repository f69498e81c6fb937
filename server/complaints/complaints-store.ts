// Queries of the tables complaints and complaint_records for users. They join the table of users but never write to it.
import type { Pool, PoolClient } from 'pg'
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
import type {
  Complaint,
  ListedComplaint,
  NamedRecords,
  Page,
  RecordKinds,
} from '#server/complaints/complaints-types.ts'

/** Complaints of one user are filed one at a time, in all processes, because they are counted before the next. */
export async function lockComplaints(client: PoolClient, userId: number): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('complaints:' || $1::text, 0))`, [userId])
}

const recordKinds = { orders: 'order', deposits: 'deposit', withdrawals: 'withdrawal' } as const

const ownRecords: Readonly<Record<RecordKinds, string>> = {
  orders: 'select id from orders where id = any($2::bigint[]) and user_id = $1',
  deposits: 'select id from deposits where id = any($2::bigint[]) and user_id = $1',
  withdrawals: 'select id from withdrawals where id = any($2::bigint[]) and user_id = $1',
}

/** Whether all of them exist and belong to the user. */
export async function areOwn(
  client: PoolClient,
  userId: number,
  kind: RecordKinds,
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return true
  const { rows } = await client.query(ownRecords[kind], [userId, ids])
  return rows.length === ids.length
}

export type Filed = { readonly isDemo: boolean; readonly open: number; readonly recent: number }

/** Numbers of complaints of the user: open ones, and those filed since this time. */
export async function countOfUser(client: PoolClient, userId: number, since: Date): Promise<Filed> {
  const { rows } = await client.query<Filed>(
    `select u.is_demo as "isDemo", count(c.id) filter (where c.answered_at is null) as open,
       count(c.id) filter (where c.created_at > $2) as recent
     from users u left join complaints c on c.user_id = u.id where u.id = $1 group by u.id`,
    [userId, since],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`there is no user ${userId}`)
  return row
}

/** Of all demo accounts. They file one at a time until the transaction ends, because this number is compared first. */
export async function countOpenOfDemo(client: PoolClient): Promise<number> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('complaints of demo accounts', 0))`)
  const { rows } = await client.query<{ open: number }>(
    `select count(*) as open from complaints c join users u on u.id = c.user_id
     where c.answered_at is null and u.is_demo`,
  )
  return rows[0]?.open ?? 0
}

export type NewComplaint = NamedRecords & {
  readonly userId: number
  readonly isDemo: boolean
  readonly key: string
  readonly fingerprint: string
  readonly text: string
  readonly createdAt: Date
  readonly dueAt: Date
}

/** A pack waits to be made if there are records. Returns the id. */
export async function insertComplaint(client: PoolClient, complaint: NewComplaint): Promise<number> {
  const { userId, isDemo, key, fingerprint, text, createdAt, dueAt } = complaint
  const { rows } = await client.query<{ id: number }>(
    `insert into complaints (user_id, key, fingerprint, text, created_at, due_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [userId, key, fingerprint, text, createdAt, dueAt],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the inserted complaint has no id')
  const kinds = Object.keys(recordKinds) as readonly RecordKinds[]
  const records = kinds.flatMap((kind) => complaint[kind].map((id) => ({ kind: recordKinds[kind], id })))
  if (records.length === 0) return row.id
  await client.query(
    `insert into complaint_records (complaint_id, kind, record_id)
     select $1, kind, id from unnest($2::text[], $3::bigint[]) given (kind, id)`,
    [row.id, records.map(({ kind }) => kind), records.map(({ id }) => id)],
  )
  await client.query('insert into evidence_packs (complaint_id, is_demo, next_try_at) values ($1, $2, $3)', [
    row.id,
    isDemo,
    createdAt,
  ])
  return row.id
}

export async function readByKey(
  client: PoolClient,
  userId: number,
  key: string,
): Promise<{ readonly id: number; readonly fingerprint: string } | undefined> {
  const { rows } = await client.query<{ id: number; fingerprint: string }>(
    'select id, fingerprint from complaints where user_id = $1 and key = $2',
    [userId, key],
  )
  return rows[0]
}

/** Undefined if there is none, or it belongs to another user than the given one. */
export async function readComplaint(
  client: Pool | PoolClient,
  id: number,
  userId?: number,
): Promise<Complaint | undefined> {
  const { rows } = await client.query<WholeRow>(
    `select ${wholeColumns} from ${wholeSource} where c.id = $1 and ($2::bigint is null or c.user_id = $2)`,
    [id, userId ?? null],
  )
  return rows[0] && wholeOf(rows[0])
}

/** Newest first. */
export async function listOfUser(pool: Pool, userId: number, page: number): Promise<Page<ListedComplaint>> {
  const { rows } = await pool.query<ListedRow>(
    `select ${listedColumns} from complaints c where c.user_id = $1 order by c.id desc limit $2 offset $3`,
    [userId, pageSize, (page - 1) * pageSize],
  )
  return { data: rows.map(listedOf), total: await countComplaints(pool, 'user_id = $1', [userId]) }
}

export async function countComplaints(
  client: Pool | PoolClient,
  condition: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from complaints where ${condition}`,
    [...values],
  )
  return rows[0]?.count ?? 0
}
