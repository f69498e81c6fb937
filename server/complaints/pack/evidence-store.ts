// Reads what a pack is made of. All rows are read in one snapshot, so that they agree with one batch of the journal.
import type { Pool, PoolClient } from 'pg'
import type { LedgerAccount, TransferType } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import { readComplaint } from '#server/complaints/complaints-store.ts'
import type { Complaint } from '#server/complaints/complaints-types.ts'
import {
  readDeposits,
  readMovementTimes,
  readWithdrawals,
} from '#server/complaints/pack/funds-evidence-store.ts'
import { readCurrentHead } from '#server/complaints/pack/journal-store.ts'
import type { EvidencePack, TransferEvidence } from '#server/complaints/pack/pack-format.ts'
import { movementReferences } from '#server/complaints/pack/record-references.ts'
import { type OrderRow, orderColumns, orderOfRow } from '#server/engine/engine.ts'
import { takeConnection } from '#server/storage/storage.ts'

export type Evidence = Pick<EvidencePack, 'asOf' | 'orders' | 'deposits' | 'withdrawals'> & {
  readonly complaint: Complaint
  readonly transfers: readonly Omit<TransferEvidence, 'balances'>[]
  /** Times of decisions about these records, ascending. */
  readonly decidedAtMs: readonly number[]
}

export type EvidenceLimits = {
  /** With those they were divided into. */
  readonly orders: number
  readonly transfers: number
}

/** What a pack holds at most. */
export const packEvidence: EvidenceLimits = { orders: 200, transfers: 2000 }

export class TooMuchEvidence extends Error {
  override readonly name = 'TooMuchEvidence'
}

/** Undefined if there is no such complaint. Throws `TooMuchEvidence` beyond the limits. */
export async function readEvidence(
  pool: Pool,
  complaintId: number,
  limits: EvidenceLimits,
): Promise<Evidence | undefined> {
  const { client, release } = await takeConnection(pool)
  let isDone = false
  try {
    await client.query('begin isolation level repeatable read read only')
    const evidence = await readRows(client, complaintId, limits)
    await client.query('commit')
    isDone = true
    return evidence
  } finally {
    release(!isDone)
  }
}

async function readRows(
  client: PoolClient,
  complaintId: number,
  limits: EvidenceLimits,
): Promise<Evidence | undefined> {
  const complaint = await readComplaint(client, complaintId)
  if (complaint === undefined) return undefined
  const { userId } = complaint
  const asOf = await readCurrentHead(client)
  const orderIds = await relatedIds(client, userId, complaint.orders, limits.orders)
  const orders = await readOrders(client, userId, orderIds)
  const deposits = await readDeposits(client, userId, complaint.deposits)
  const withdrawals = await readWithdrawals(client, userId, complaint.withdrawals)
  const references = movementReferences(complaint)
  const transfers = await readTransfers(client, { userId, orders, references }, limits.transfers)
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
  maxOrders: number,
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

type RecordsOfUser = {
  readonly userId: number
  readonly orders: readonly Order[]
  /** Of movements. */
  readonly references: readonly string[]
}

async function readTransfers(
  client: PoolClient,
  { userId, orders, references }: RecordsOfUser,
  maxTransfers: number,
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
