import type { TransferType } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import { type OrderRow, orderColumns, orderOfRow, type StoredOutcome } from '#server/engine/engine.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import type { ExpectedFreeze } from '#server/verify/replayed-state.ts'

type TransferRow = {
  readonly id: number
  readonly userId: number
  readonly book: string
  readonly source: string
  readonly destination: string
  readonly amount: number
  readonly type: TransferType
  readonly reference: string
  readonly orderId: number | null
  readonly operatorId: number | null
  readonly secondOperatorId: number | null
  readonly memo: string | null
  readonly seq: number
  readonly atMs: number
}

export type MovementRow = {
  readonly reference: string
  readonly userId: number
  readonly kind: string
  readonly amount: number
  readonly state: string
  readonly fee: number | null
  readonly rate: number | null
  readonly currency: string | null
  readonly decimals: number | null
  readonly note: string | null
  readonly payment: string | null
  readonly reviewerId: number | null
  readonly approverId: number | null
  readonly payerId: number | null
  readonly createdAtMs: number
  readonly changedAtMs: number
}

export type NoticeRow = {
  readonly id: number
  readonly userId: number
  readonly riskRate: number
  readonly netValue: number
  readonly usedMargin: number
  readonly quoteSeq: number
  readonly timeMs: number
}

export type OutcomeRow = {
  readonly userId: number
  readonly key: string
  readonly outcome: StoredOutcome
  readonly timeMs: number
}

/** Epoch milliseconds as a float. The engine writes whole milliseconds, so a fraction reveals a changed row. */
const ms = (column: string, name: string) => `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`

export async function readTransfers(
  client: PoolClient,
  ids: readonly number[],
): Promise<readonly TransferRow[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<TransferRow>(
    `select id, user_id as "userId", book, source, destination, amount, type, reference, order_id as "orderId",
       operator_id as "operatorId", second_operator_id as "secondOperatorId", memo, seq, ${ms('created_at', 'atMs')}
     from transfers where id = any($1::bigint[])`,
    [ids],
  )
  return rows
}

type VerifiedOrderRow = OrderRow & OrderTimes
type OrderTimes = Pick<Order, 'placedAtMs' | 'openedAtMs' | 'endedAtMs'>

/** Adds times as floats, because a tampered time may be a fraction of a millisecond or infinite. */
const verifiedOrderColumns = `${orderColumns}, ${ms('placed_at', 'placedAtMs')}, ${ms('opened_at', 'openedAtMs')},
  ${ms('ended_at', 'endedAtMs')}`

const placeholderTimes = { placed_at: new Date(0), opened_at: null, ended_at: null }

function orderOfVerifiedRow({ placedAtMs, openedAtMs, endedAtMs, ...row }: VerifiedOrderRow): Order {
  return { ...orderOfRow({ ...row, ...placeholderTimes }), placedAtMs, openedAtMs, endedAtMs }
}

export async function readOrders(client: PoolClient, ids: readonly number[]): Promise<readonly Order[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<VerifiedOrderRow>(
    `select ${verifiedOrderColumns} from orders where id = any($1::bigint[])`,
    [ids],
  )
  return rows.map(orderOfVerifiedRow)
}

const movementColumns = `reference, user_id as "userId", kind, amount, state, fee, rate, currency, decimals, note, payment,
  reviewer_id as "reviewerId", approver_id as "approverId", payer_id as "payerId", ${ms('created_at', 'createdAtMs')},
  ${ms('changed_at', 'changedAtMs')}`

export async function readMovements(
  client: PoolClient,
  references: readonly string[],
): Promise<readonly MovementRow[]> {
  if (references.length === 0) return []
  const { rows } = await client.query<MovementRow>(
    `select ${movementColumns} from movements where reference = any($1::text[])`,
    [references],
  )
  return rows
}

export async function readNotices(
  client: PoolClient,
  afterId: number,
  limit: number,
): Promise<readonly NoticeRow[]> {
  const { rows } = await client.query<NoticeRow>(
    `select id, user_id as "userId", risk_rate as "riskRate", net_value as "netValue", used_margin as "usedMargin",
       quote_seq as "quoteSeq", ${ms('created_at', 'timeMs')}
     from margin_notices where id > $1 order by id limit $2`,
    [afterId, limit],
  )
  return rows
}

export type FreezeRow = ExpectedFreeze & { readonly id: number }

/** The order of ids is the order of the decisions. */
export async function readFreezes(client: PoolClient): Promise<readonly FreezeRow[]> {
  const { rows } = await client.query<FreezeRow>(
    `select id, seq, user_id as "userId", kind, cause, detail, operator_id as "operatorId", reason,
       ${ms('created_at', 'atMs')}
     from account_freezes order by id`,
  )
  return rows
}

export type OutcomeCursor = Pick<OutcomeRow, 'timeMs' | 'userId' | 'key'>

const outcomeColumns = `user_id as "userId", key, outcome, ${ms('at', 'timeMs')}`

/**
 * Reads outcomes before `beforeMs`, ordered by time. The cursor keeps fractions of a millisecond: a rounded cursor
 * would read the same row again and again.
 */
export async function readOutcomes(
  client: PoolClient,
  after: OutcomeCursor,
  beforeMs: number,
  limit: number,
): Promise<readonly OutcomeRow[]> {
  const { rows } = await client.query<OutcomeRow>(
    `select ${outcomeColumns} from command_outcomes
     where (at, user_id, key) > (to_timestamp($1::float8 / 1000), $2, $3) and at < $4
     order by at, user_id, key limit $5`,
    [after.timeMs, after.userId, after.key, new Date(beforeMs), limit],
  )
  return rows
}

export async function readOutcomesAt(
  client: PoolClient,
  userId: number,
  timeMs: number,
): Promise<readonly OutcomeRow[]> {
  const { rows } = await client.query<OutcomeRow>(
    `select ${outcomeColumns} from command_outcomes where user_id = $1 and at = $2 limit 100`,
    [userId, new Date(timeMs)],
  )
  return rows
}

/** The first rows at or after this time. */
export async function readOutcomesFrom(
  client: PoolClient,
  timeMs: number,
): Promise<readonly Pick<OutcomeRow, 'userId' | 'key'>[]> {
  const { rows } = await client.query<Pick<OutcomeRow, 'userId' | 'key'>>(
    'select user_id as "userId", key from command_outcomes where at >= $1 order by at limit 20',
    [new Date(timeMs)],
  )
  return rows
}

export type CorrectionRow = {
  readonly id: number
  readonly takenMs: number
  readonly recordedMs: number
  /** The last journal batch before it. */
  readonly batchSeq: number
}

/** Far more than an administrator makes. Earlier ones are only counted. */
const maxCorrections = 1000

/** The newest corrections of the clock. */
export async function readCorrectionRows(client: PoolClient): Promise<readonly CorrectionRow[]> {
  const { rows } = await client.query<CorrectionRow>(
    `select id, ${ms('taken_at', 'takenMs')}, ${ms('recorded_at', 'recordedMs')}, batch_seq as "batchSeq"
     from clock_corrections order by id desc limit $1`,
    [maxCorrections],
  )
  return rows
}

/** Numbers of corrections of the clock and of seeds of the simulation. */
export async function countCorrections(
  client: PoolClient,
): Promise<{ readonly count: number; readonly seeds: number }> {
  const { rows } = await client.query<{ count: number; seeds: number }>(
    `select (select count(*) from clock_corrections)::integer as count,
       (select count(*) from simulation_seeds)::integer as seeds`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a query of two counts returned no row')
  return row
}

export type AccountRow = {
  readonly userId: number
  readonly book: string
  readonly cash: number
  readonly locked: number
  readonly isWarned: boolean
  readonly version: number
  readonly openedAtMs: number
  readonly endedOrders: number
  readonly realisedProfit: string
  readonly cashEntries: number
}

type HouseRow = {
  readonly group: number
  readonly book: string
  readonly account: string
  readonly balance: string
}

/** Far more than the combinations of book and account. */
const maxHouseRows = 1000

export async function readAccounts(
  client: PoolClient,
  afterUserId: number,
  limit: number,
): Promise<readonly AccountRow[]> {
  const { rows } = await client.query<AccountRow>(
    `select user_id as "userId", book, cash, locked, is_warned as "isWarned", version, ${ms('opened_at', 'openedAtMs')},
       ended_orders as "endedOrders", realised_profit::text as "realisedProfit", cash_entries as "cashEntries"
     from trading_accounts where user_id > $1 order by user_id limit $2`,
    [afterUserId, limit],
  )
  return rows
}

/** Reads in the order of the index on active orders, so that nothing is sorted. */
export async function readActiveOrders(
  client: PoolClient,
  after: Pick<Order, 'userId' | 'id'>,
  limit: number,
): Promise<readonly Order[]> {
  const { rows } = await client.query<VerifiedOrderRow>(
    `select ${verifiedOrderColumns} from orders
     where status in ('pending', 'open') and (user_id, id) > ($1, $2) order by user_id, id limit $3`,
    [after.userId, after.id, limit],
  )
  return rows.map(orderOfVerifiedRow)
}

export async function readAllMovements(
  client: PoolClient,
  afterReference: string,
  limit: number,
): Promise<readonly MovementRow[]> {
  const { rows } = await client.query<MovementRow>(
    `select ${movementColumns} from movements where reference > $1 order by reference limit $2`,
    [afterReference, limit],
  )
  return rows
}

export async function readHouse(client: PoolClient): Promise<readonly HouseRow[]> {
  const { rows } = await client.query<HouseRow>(
    `select shard_group as "group", book, account, balance::text as balance from house_balances
     order by shard_group, book, account limit $1`,
    [maxHouseRows],
  )
  return rows
}

/** Groups other than 0, which is the only one in use so far. */
export async function readStrayGroups(client: PoolClient): Promise<readonly number[]> {
  const { rows } = await client.query<{ group: number }>(
    'select shard_group as "group" from engine_leases where shard_group <> 0 order by shard_group limit 20',
  )
  return rows.map(({ group }) => group)
}

/** Rows with ids that were never assigned. Two ranges, each at one end of the index. */
export async function readStrayIds(
  client: PoolClient,
  table: 'orders' | 'transfers',
  nextId: number,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `(select id from ${table} where id >= $1 order by id limit 20)
     union all (select id from ${table} where id < 1 order by id limit 20)`,
    [nextId],
  )
  return rows.map(({ id }) => id)
}
