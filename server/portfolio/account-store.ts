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
  const rows = await readInPortions<Joined<MoneyColumns & NoticeColumns>>(
    pool,
    `select accounts.cash, accounts.locked, accounts.version, notices.id as notice_id, notices.risk_rate as notice_risk_rate,
            notices.created_at as notice_at, active.*
     from trading_accounts accounts
     left join lateral (
       select id, risk_rate, created_at from margin_notices where user_id = $1 order by id desc limit 1
     ) notices on accounts.is_warned
     left join (
       select ${orderColumns} from orders where user_id = $1 and status in ('pending', 'open')
     ) active on true
     where accounts.user_id = $1
     order by active.id desc`,
    [userId],
  )
  return { ...storedAccountOf(rows[0], ordersOf(rows)), notice: noticeOf(rows[0]) }
}

/** The account with its active orders, and the order with this id if it is one of the user's. */
export async function readAccountAndOrder(pool: Pool, userId: number, orderId: number) {
  const rows = await readInPortions<Joined<MoneyColumns>>(
    pool,
    `with listed as (
       select ${orderColumns} from orders where user_id = $1 and status in ('pending', 'open')
       union all
       select ${orderColumns} from orders where id = $2 and user_id = $1 and status in ('cancelled', 'closed')
     )
     select accounts.cash, accounts.locked, accounts.version, listed.*
     from trading_accounts accounts left join listed on true
     where accounts.user_id = $1
     order by listed.id desc`,
    [userId, orderId],
  )
  const orders = ordersOf(rows)
  return { account: storedAccountOf(rows[0], orders), order: orders.find(({ id }) => id === orderId) }
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

export function ordersOf(rows: readonly (OrderRow | { readonly id: null })[]): readonly Order[] {
  return joinedRows<OrderRow>(rows).map(orderOfRow)
}

export function joinedRows<Row extends { readonly id: number }>(
  rows: readonly (Row | { readonly id: null })[],
): readonly Row[] {
  return rows.filter((row): row is Row => row.id !== null)
}
