// Queries of the tables complaints and complaint_records. They join users and operators but never write to those tables.
import type { Pool, PoolClient } from 'pg'
import { complaintNumber } from '#core/complaint/complaint.ts'
import type {
  Complaint,
  ListedComplaint,
  NamedRecords,
  PackState,
  Page,
  QueuedComplaint,
  RecordKinds,
  ReviewedComplaint,
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

type ListedRow = {
  readonly id: number
  readonly text: string
  readonly created_at: Date
  readonly due_at: Date
  readonly answered_at: Date | null
}

type WholeRow = ListedRow & {
  readonly user_id: number
  readonly answer: string | null
  readonly orders: readonly number[]
  readonly deposits: readonly number[]
  readonly withdrawals: readonly number[]
  readonly pack: PackState['state'] | null
  readonly sha256: string | null
  readonly bytes: number | null
}

const listedColumns = 'c.id, c.text, c.created_at, c.due_at, c.answered_at'
const idsOf = (kind: string) =>
  `array(select record_id::float8 from complaint_records r
    where r.complaint_id = c.id and r.kind = '${kind}' order by record_id)`
const wholeColumns = `${listedColumns}, c.user_id, c.answer, ${idsOf('order')} as orders,
  ${idsOf('deposit')} as deposits, ${idsOf('withdrawal')} as withdrawals,
  p.state as pack, p.sha256, octet_length(p.content) as bytes`
const wholeSource = 'complaints c left join evidence_packs p on p.complaint_id = c.id'

function listedOf(row: ListedRow): ListedComplaint {
  return {
    id: row.id,
    number: complaintNumber(row.id, row.created_at.getTime()),
    text: row.text,
    state: row.answered_at === null ? 'open' : 'answered',
    createdAt: row.created_at,
    dueAt: row.due_at,
    answeredAt: row.answered_at ?? undefined,
  }
}

function wholeOf(row: WholeRow): Complaint {
  const { orders, deposits, withdrawals } = row
  return {
    ...listedOf(row),
    userId: row.user_id,
    answer: row.answer ?? '',
    orders,
    deposits,
    withdrawals,
    pack: { state: row.pack ?? 'none', sha256: row.sha256 ?? '', bytes: row.bytes ?? 0 },
  }
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

const pageSize = 20

/** Newest first. */
export async function listOfUser(pool: Pool, userId: number, page: number): Promise<Page<ListedComplaint>> {
  const { rows } = await pool.query<ListedRow>(
    `select ${listedColumns} from complaints c where c.user_id = $1 order by c.id desc limit $2 offset $3`,
    [userId, pageSize, (page - 1) * pageSize],
  )
  return { data: rows.map(listedOf), total: await count(pool, 'user_id = $1', [userId]) }
}

async function count(
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

// The operator console.

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
    total: await count(pool, `answered_at is ${isOpen ? 'null' : 'not null'}`),
  }
}

export async function countOpen(client: Pool | PoolClient): Promise<number> {
  return await count(client, 'answered_at is null')
}

export async function countOverdue(client: Pool | PoolClient, now: Date): Promise<number> {
  return await count(client, 'answered_at is null and due_at < $1', [now])
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
