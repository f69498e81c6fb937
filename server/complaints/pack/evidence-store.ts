// Reads what a pack is made of. All rows are read in one snapshot, so that they agree with one batch of the journal.
import type { Pool, PoolClient } from 'pg'
import type { LedgerAccount, TransferType } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import { readComplaint } from '#server/complaints/complaints-store.ts'
import type { Complaint } from '#server/complaints/complaints-types.ts'
import type {
  DepositEvidence,
  EvidencePack,
  MovementEvidence,
  TransferEvidence,
  WithdrawalEvidence,
} from '#server/complaints/pack/pack-format.ts'
import { type JournalHead, type OrderRow, orderColumns, orderOfRow } from '#server/engine/engine.ts'
import { takeConnection } from '#server/storage/storage.ts'

export type Evidence = Pick<EvidencePack, 'asOf' | 'orders' | 'deposits' | 'withdrawals'> & {
  readonly complaint: Complaint
  readonly transfers: readonly Omit<TransferEvidence, 'balances'>[]
  /** Times of decisions about these records, ascending. */
  readonly decidedAtMs: readonly number[]
}

/** Orders that a pack holds at most, with those they were divided into. */
const maxOrders = 200
const maxTransfers = 2000

export class TooMuchEvidence extends Error {
  override readonly name = 'TooMuchEvidence'
}

/** Undefined if there is no such complaint. */
export async function readEvidence(pool: Pool, complaintId: number): Promise<Evidence | undefined> {
  const { client, release } = await takeConnection(pool)
  let isDone = false
  try {
    await client.query('begin isolation level repeatable read read only')
    const evidence = await readRows(client, complaintId)
    await client.query('commit')
    isDone = true
    return evidence
  } finally {
    release(!isDone)
  }
}

async function readRows(client: PoolClient, complaintId: number): Promise<Evidence | undefined> {
  const complaint = await readComplaint(client, complaintId)
  if (complaint === undefined) return undefined
  const { userId } = complaint
  const asOf = await readCurrentHead(client)
  const orders = await readOrders(client, userId, await relatedIds(client, userId, complaint.orders))
  const deposits = await readDeposits(client, userId, complaint.deposits)
  const withdrawals = await readWithdrawals(client, userId, complaint.withdrawals)
  const references = referencesOf(complaint)
  const transfers = await readTransfers(client, userId, orders, references)
  const times = [
    ...orders.flatMap(timesOf),
    ...transfers.map(({ timeMs }) => timeMs),
    ...(await readMovementTimes(client, references)),
  ]
  const decidedAtMs = [...new Set(times)].sort((one, other) => one - other)
  return { complaint, asOf, orders, deposits, withdrawals, transfers, decidedAtMs }
}

function timesOf({ placedAtMs, openedAtMs, endedAtMs }: Order): readonly number[] {
  return [placedAtMs, openedAtMs, endedAtMs].filter((time) => time !== null)
}

/** References of the movements of a complaint. */
export function referencesOf({
  deposits,
  withdrawals,
}: Pick<Complaint, 'deposits' | 'withdrawals'>): readonly string[] {
  return [...deposits.map((id) => `deposit:${id}`), ...withdrawals.map((id) => `withdrawal:${id}`)]
}

export async function readCurrentHead(client: Pool | PoolClient): Promise<JournalHead> {
  const { rows } = await client.query<{ seq: number; hash: string }>(
    `select last_seq as seq, encode(last_hash, 'hex') as hash from engine_leases where shard_group = 0`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is no lease, so the end of the journal is unknown')
  return row
}

/** Changes divide and replace orders step by step. Longer chains are cut off. */
const maxSteps = 10

/** Each part has an index, whose condition it repeats: together in one condition they would search all orders. */
const relatedOrders = `
  select unnest(array[parent_id, amended_from])::bigint as id from orders where id = any($2::bigint[]) and user_id = $1
  union all (select id::bigint from orders
    where parent_id = any($2::bigint[]) and parent_id is not null and user_id = $1 limit $3)
  union all (select id::bigint from orders
    where amended_from = any($2::bigint[]) and amended_from is not null and user_id = $1 limit $3)`

async function relatedIds(
  client: PoolClient,
  userId: number,
  chosen: readonly number[],
): Promise<readonly number[]> {
  const known = new Set(chosen)
  let newest = [...chosen]
  for (let step = 0; step < maxSteps && newest.length > 0; step += 1) {
    const { rows } = await client.query<{ id: number | null }>(relatedOrders, [userId, newest, maxOrders + 1])
    newest = rows.flatMap(({ id }) => (id === null || known.has(id) ? [] : [id]))
    for (const id of newest) known.add(id)
    if (known.size > maxOrders) throw new TooMuchEvidence(`it concerns more than ${maxOrders} orders`)
  }
  return [...known]
}

async function readOrders(
  client: PoolClient,
  userId: number,
  ids: readonly number[],
): Promise<readonly Order[]> {
  const { rows } = await client.query<OrderRow>(
    `select ${orderColumns} from orders where id = any($2::bigint[]) and user_id = $1 order by id`,
    [userId, ids],
  )
  return rows.map(orderOfRow)
}

/**
 * Each part repeats the condition of its index. The transfers of an order are posted when it opens and when it ends, and
 * change the cash. They are found by these times, because an index of all transfers by order would slow down the engine.
 */
const transfersOfRecords = `
  with found as materialized (
    select * from transfers
    where user_id = $1 and created_at = any($2::timestamptz[]) and 'cash' in (source, destination)
      and order_id = any($3::bigint[])
    union all
    select * from transfers
    where order_id is null and book = 'real' and reference = any($4::text[]) and user_id = $1
  )
  select id, source, destination, amount, type, reference, order_id as "orderId", memo, seq as batch, created_at as at
  from found order by id limit $5`

async function readTransfers(
  client: PoolClient,
  userId: number,
  orders: readonly Order[],
  references: readonly string[],
): Promise<Evidence['transfers']> {
  const times = [...new Set(orders.flatMap(timesOf))].map((time) => new Date(time))
  const ids = orders.map(({ id }) => id)
  const values = [userId, times, ids, references, maxTransfers + 1]
  const { rows } = await client.query<TransferRow>(transfersOfRecords, values)
  if (rows.length > maxTransfers) throw new TooMuchEvidence(`it concerns more than ${maxTransfers} transfers`)
  return rows.map(({ at, ...row }) => ({ ...row, timeMs: at.getTime() }))
}

type TransferRow = {
  readonly id: number
  readonly source: LedgerAccount
  readonly destination: LedgerAccount
  readonly amount: number
  readonly type: TransferType
  readonly reference: string
  readonly orderId: number | null
  readonly memo: string | null
  readonly batch: number
  readonly at: Date
}

async function readMovementTimes(
  client: PoolClient,
  references: readonly string[],
): Promise<readonly number[]> {
  const { rows } = await client.query<{ created: Date; changed: Date }>(
    'select created_at as created, changed_at as changed from movements where reference = any($1::text[])',
    [references],
  )
  return rows.flatMap(({ created, changed }) => [created.getTime(), changed.getTime()])
}

type MovementColumns = {
  readonly reference: string | null
  readonly movementKind: MovementEvidence['kind']
  readonly movementAmount: MovementEvidence['amount']
  readonly state: MovementEvidence['state']
  readonly movementFee: NonNullable<MovementEvidence['terms']>['fee'] | null
  readonly movementRate: NonNullable<MovementEvidence['terms']>['rate']
  readonly movementCurrency: string
  readonly movementDecimals: number
  readonly note: string | null
  readonly payment: string | null
}

const movementColumns = `m.reference, m.kind as "movementKind", m.amount as "movementAmount", m.state,
  m.fee as "movementFee", m.rate as "movementRate", m.currency as "movementCurrency",
  m.decimals as "movementDecimals", m.note, m.payment`

/** With the fields, and in the order, of the journal. */
function movementOf(row: MovementColumns): MovementEvidence | null {
  if (row.reference === null) return null
  const terms = {
    currency: row.movementCurrency,
    decimals: row.movementDecimals,
    fee: row.movementFee,
    rate: row.movementRate,
  }
  return {
    reference: row.reference,
    kind: row.movementKind,
    amount: row.movementAmount,
    state: row.state,
    ...(terms.fee === null ? {} : { terms: { ...terms, fee: terms.fee } }),
    ...(row.note === null ? {} : { note: row.note }),
    ...(row.payment === null ? {} : { payment: row.payment }),
  }
}

type Stored<Record> = Omit<Record, 'createdAtMs' | 'movement'> &
  MovementColumns & { readonly createdAt: Date }

function recordOf<Row extends MovementColumns & { readonly createdAt: Date }>(row: Row) {
  const { createdAt, reference, movementKind, movementAmount, state, ...others } = row
  const { movementFee, movementRate, movementCurrency, movementDecimals, note, payment, ...record } = others
  return { ...record, createdAtMs: createdAt.getTime(), movement: movementOf(row) }
}

async function readDeposits(
  client: PoolClient,
  userId: number,
  ids: readonly number[],
): Promise<readonly DepositEvidence[]> {
  const { rows } = await client.query<Stored<DepositEvidence>>(
    `select d.id, d.kind, d.currency_code as currency, d.protocol, d.decimals, d.amount, d.rate, d.credited, d.address,
       d.wire_option as "wireOption", d.is_at_old_rate as "isAtOldRate", d.created_at as "createdAt", ${movementColumns}
     from deposits d left join movements m on m.reference = 'deposit:' || d.id
     where d.id = any($2::bigint[]) and d.user_id = $1 order by d.id`,
    [userId, ids],
  )
  return rows.map(recordOf)
}

async function readWithdrawals(
  client: PoolClient,
  userId: number,
  ids: readonly number[],
): Promise<readonly WithdrawalEvidence[]> {
  const { rows } = await client.query<Stored<WithdrawalEvidence>>(
    `select w.id, w.kind, w.currency_code as currency, w.protocol, w.decimals, w.amount, w.fee, w.rate, w.payout,
       w.address, w.payee_name as "payeeName", w.payee_account as "payeeAccount", w.bank_name as "bankName",
       w.bank_branch as "bankBranch", w.bank_address as "bankAddress", w.bank_swift as "bankSwift",
       w.bank_remark as "bankRemark", w.memo, w.created_at as "createdAt", ${movementColumns}
     from withdrawals w left join movements m on m.reference = 'withdrawal:' || w.id
     where w.id = any($2::bigint[]) and w.user_id = $1 order by w.id`,
    [userId, ids],
  )
  return rows.map(recordOf)
}

// The journal.

/** Number of the first batch that was written at this time or later, up to `last`; the next number if there is none. */
export async function readFirstSeqAt(pool: Pool, timeMs: number, last: number): Promise<number> {
  let [from, to] = [1, last + 1]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const { rows } = await pool.query<{ isLate: boolean }>(
      'select at >= $2 as "isLate" from journal where shard_group = 0 and seq = $1',
      [middle, new Date(timeMs)],
    )
    if (rows[0]?.isLate === false) from = middle + 1
    else to = middle
  }
  return from
}

/** Packed batches in order, at most `limit` of them and of batches written until this time. */
export async function readPackedBatches(
  pool: Pool,
  { from, untilMs, limit }: { readonly from: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly { readonly seq: number; readonly packed: Buffer }[]> {
  const { rows } = await pool.query<{ seq: number; packed: Buffer }>(
    `select seq, packed from journal where shard_group = 0 and seq >= $1 and seq < $1 + $3 and at <= $2
     order by seq`,
    [from, new Date(untilMs), limit],
  )
  return rows
}

/** Total of the packed batches of a range, without reading them. */
export async function readRangeBytes(pool: Pool, from: number, to: number): Promise<number> {
  const { rows } = await pool.query<{ bytes: number | null }>(
    `select sum(octet_length(packed))::float8 as bytes from journal
     where shard_group = 0 and seq >= $1 and seq <= $2`,
    [from, to],
  )
  return rows[0]?.bytes ?? 0
}

/** Those of the given heads that are batches of the journal. */
export async function readRealHeads(
  pool: Pool,
  heads: readonly JournalHead[],
): Promise<readonly JournalHead[]> {
  const { rows } = await pool.query<{ seq: number; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from journal where shard_group = 0 and seq = any($1::bigint[])`,
    [heads.map(({ seq }) => seq)],
  )
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]))
  return heads.filter(({ seq, hash }) => hashes.get(seq) === hash)
}
