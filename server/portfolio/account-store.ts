import type { Pool } from 'pg'
import { type Micros, micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { orderColumns, orderOfRow } from '#server/engine/engine.ts'
import type { Notice } from '#server/portfolio/portfolio-types.ts'

// What the engine has committed, as far as its users are shown it. Each function is one statement, and so one state of the
// database. Nothing here ever writes.

export type AccountWithNotice = StoredAccount & { readonly notice: Notice | null }

type NoticeColumns = {
  readonly notice_id: number | null
  readonly notice_risk_rate: number
  readonly notice_at: Date
}

export async function readAccount(pool: Pool, userId: number): Promise<AccountWithNotice> {
  const { rows } = await pool.query<Joined<MoneyColumns & NoticeColumns>>(
    `select accounts.cash, accounts.locked, notices.id as notice_id, notices.risk_rate as notice_risk_rate,
            notices.created_at as notice_at, standing.*
     from trading_accounts accounts
     left join lateral (
       select id, risk_rate, created_at from margin_notices where user_id = $1 order by id desc limit 1
     ) notices on accounts.is_warned
     left join (
       select ${orderColumns} from orders where user_id = $1 and status in ('pending', 'open')
     ) standing on true
     where accounts.user_id = $1
     order by standing.id desc`,
    [userId],
  )
  return { ...storedAccountOf(rows[0], ordersOf(rows)), notice: noticeOf(rows[0]) }
}

/** The account as it stands, and one order of it that is over, where it has one of this id. */
export async function readAccountAndOrder(pool: Pool, userId: number, orderId: number) {
  const { rows } = await pool.query<Joined<MoneyColumns>>(
    `with listed as (
       select ${orderColumns} from orders where user_id = $1 and status in ('pending', 'open')
       union all
       select ${orderColumns} from orders where id = $2 and user_id = $1 and status in ('cancelled', 'closed')
     )
     select accounts.cash, accounts.locked, listed.*
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
  return { id: row.notice_id, riskRate: row.notice_risk_rate, atMs: row.notice_at.getTime() }
}

// Accounts and orders as statements find them: joined, so that one row may hold both.

/** Somebody's money and what they have standing. */
export type StoredAccount = {
  readonly cash: Micros
  readonly locked: Micros
  /** Newest first. The engine keeps them to a few hundred. */
  readonly open: readonly Order[]
  readonly pending: readonly Order[]
}

export type MoneyColumns = { readonly cash: number; readonly locked: number }

type OrderRow = Parameters<typeof orderOfRow>[0]

/** Where there is nothing to join, a row stands alone. */
export type Joined<Columns, Row = OrderRow> = Columns & (Row | { readonly id: null })

/** Whatever is over is left out of it. Somebody without a trading account has nothing, as yet. */
export function storedAccountOf(money: MoneyColumns | undefined, orders: readonly Order[]): StoredAccount {
  return {
    cash: micros(money?.cash ?? 0),
    locked: micros(money?.locked ?? 0),
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
