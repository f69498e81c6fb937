// Read-only queries of accounts and active orders. The result of each function is one consistent state.
import type { Pool } from 'pg'
import { type Micros, micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { orderColumns, orderOfRow } from '#server/engine/engine.ts'
import type { Notice } from '#server/portfolio/portfolio-types.ts'
import { readInPortions } from '#server/storage/storage.ts'

export type AccountWithNotice = StoredAccount & { readonly notice: Notice | null }

type NoticeColumns = {
  readonly notice_id: number | null
  readonly notice_risk_rate: number
  readonly notice_at: Date
}

export async function readAccount(pool: Pool, userId: number): Promise<AccountWithNotice> {
  const query = `select accounts.cash, accounts.locked, accounts.version, notices.id as notice_id, notices.risk_rate as notice_risk_rate,
            notices.created_at as notice_at, active.*
     from trading_accounts accounts
     left join lateral (
       select id, risk_rate, created_at from margin_notices where user_id = $1 order by id desc limit 1
     ) notices on accounts.is_warned
     left join (
       select ${orderColumns} from orders where user_id = $1 and status in ('pending', 'open')
     ) active on true
     where accounts.user_id = $1
     order by active.id desc`
  const { columns, orders } = await readWithOrders<MoneyColumns & NoticeColumns>(pool, query, [userId])
  return { ...storedAccountOf(columns, orders), notice: noticeOf(columns) }
}

/** The account with its active orders, and the order with this id if it is one of the user's. */
export async function readAccountAndOrder(pool: Pool, userId: number, orderId: number) {
  const query = `with listed as (
       select ${orderColumns} from orders where user_id = $1 and status in ('pending', 'open')
       union all
       select ${orderColumns} from orders where id = $2 and user_id = $1 and status in ('cancelled', 'closed')
     )
     select accounts.cash, accounts.locked, accounts.version, listed.*
     from trading_accounts accounts left join listed on true
     where accounts.user_id = $1
     order by listed.id desc`
  const { columns, orders } = await readWithOrders<MoneyColumns>(pool, query, [userId, orderId])
  return { account: storedAccountOf(columns, orders), order: orders.find(({ id }) => id === orderId) }
}

/** The last row of a user tells. */
export async function readIsFrozen(pool: Pool, userId: number): Promise<boolean> {
  const { rows } = await pool.query<{ kind: string }>(
    'select kind from account_freezes where user_id = $1 order by id desc limit 1',
    [userId],
  )
  return rows[0]?.kind === 'frozen'
}

function noticeOf(row: NoticeColumns | undefined): Notice | null {
  if (row?.notice_id == null) return null
  return { id: row.notice_id, marginLevel: row.notice_risk_rate, atMs: row.notice_at.getTime() }
}

/** Balances and active orders of a user. */
export type StoredAccount = {
  readonly cash: Micros
  readonly locked: Micros
  /** Number of committed changes; 0 without a trading account. */
  readonly version: number
  /** Newest first. The engine allows at most a few hundred. */
  readonly open: readonly Order[]
  readonly pending: readonly Order[]
}

export type MoneyColumns = { readonly cash: number; readonly locked: number; readonly version: number }

type OrderRow = Parameters<typeof orderOfRow>[0]

/** A row of a left join: the account columns, with or without an order. */
export type Joined<Columns, Row = OrderRow> = Columns & (Row | { readonly id: null })

/** Ignores ended orders. A user without a trading account has zero balances. */
export function storedAccountOf(money: MoneyColumns | undefined, orders: readonly Order[]): StoredAccount {
  return {
    cash: micros(money?.cash ?? 0),
    locked: micros(money?.locked ?? 0),
    version: money?.version ?? 0,
    open: orders.filter(({ status }) => status === 'open'),
    pending: orders.filter(({ status }) => status === 'pending'),
  }
}

export type WithOrders<Columns> = {
  /** The account columns; undefined without a trading account. */
  readonly columns: Columns | undefined
  readonly orders: readonly Order[]
}

/** Reads a left join of account columns and orders. The query ends with its `order by`. */
export async function readWithOrders<Columns extends object>(
  pool: Pool,
  query: string,
  values: readonly unknown[],
): Promise<WithOrders<Columns>> {
  const rows = await readInPortions(pool, { query, values }, (row: Joined<Columns>) => ({
    columns: row as Columns,
    order: isJoined<OrderRow>(row) ? orderOfRow(row) : undefined,
  }))
  const orders = rows.map(({ order }) => order).filter((order) => order !== undefined)
  return { columns: rows[0]?.columns, orders }
}

function isJoined<Row extends { readonly id: number }>(row: Row | { readonly id: null }): row is Row {
  return row.id !== null
}

export function joinedRows<Row extends { readonly id: number }>(
  rows: readonly (Row | { readonly id: null })[],
): readonly Row[] {
  return rows.filter((row) => isJoined<Row>(row))
}
