// What the engine has committed, as far as its users are shown it. Each function is one statement, and so one state of the
// database. How much there is of the past is kept with the account, so that nothing is counted. Nothing here ever writes.
import type { Pool } from 'pg'
import { type Micros, micros } from '#core/money/micros.ts'
import { isOver, type Order } from '#core/order/order.ts'
import { orderColumns, orderOfRow } from '#server/engine/engine.ts'
import type { AccountLog, LogEntry, Notice } from '#server/portfolio/portfolio-types.ts'

/** Somebody's money and what they have open. */
export type StoredAccount = {
  readonly cash: Micros
  readonly locked: Micros
  /** Newest first. The engine keeps them to a few hundred. */
  readonly open: readonly Order[]
  readonly pending: readonly Order[]
  readonly notice: Notice | null
}

export type StoredHistory = {
  readonly account: Omit<StoredAccount, 'notice'>
  /** One page, what ended last first. */
  readonly ended: readonly Order[]
  readonly total: number
  /** Of all pages, in US dollars. */
  readonly profit: string
}

export type Page = { readonly limit: number; readonly offset: number }

type OrderRow = Parameters<typeof orderOfRow>[0]
/** Where there is nothing to join, a row stands alone. */
type Joined<Columns, Row = OrderRow> = Columns & (Row | { readonly id: null })
type MoneyColumns = { readonly cash: number; readonly locked: number }
type NoticeColumns = {
  readonly notice_id: number | null
  readonly notice_risk_rate: number
  readonly notice_at: Date
}

/** Somebody without a trading account has nothing, as yet. */
export async function readAccount(pool: Pool, userId: number): Promise<StoredAccount> {
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
  const orders = ordersOf(rows)
  return {
    ...moneyOf(rows[0]),
    ...standingOf(orders),
    notice: noticeOf(rows[0]),
  }
}

type TotalColumns = { readonly ended_count: number; readonly ended_profit: string }

/** The sum may be more than one amount can hold, so that it is put into words by the database. */
export async function readHistory(pool: Pool, userId: number, page: Page): Promise<StoredHistory> {
  const { rows } = await pool.query<Joined<MoneyColumns & TotalColumns>>(
    `with page as (
       select ${orderColumns} from orders where user_id = $1 and status in ('cancelled', 'closed')
       order by ended_at desc, id desc limit $2 offset $3
     ), listed as (
       select * from page
       union all
       select ${orderColumns} from orders where user_id = $1 and status in ('pending', 'open')
     )
     select accounts.cash, accounts.locked, accounts.ended_orders as ended_count,
            (accounts.realised_profit * 0.000001)::text as ended_profit, listed.*
     from trading_accounts accounts left join listed on true
     where accounts.user_id = $1
     order by listed.ended_at desc, listed.id desc`,
    [userId, page.limit, page.offset],
  )
  const orders = ordersOf(rows)
  return {
    account: { ...moneyOf(rows[0]), ...standingOf(orders) },
    ended: orders.filter(isOver),
    total: rows[0]?.ended_count ?? 0,
    profit: rows[0]?.ended_profit ?? '0.000000',
  }
}

type LogRow = {
  readonly id: number
  readonly type: LogEntry['type']
  readonly reference: string
  readonly order_id: number | null
  readonly amount: number
  readonly memo: string | null
  readonly created_at: Date
}

/** What went in or out of the balance, the newest first. What only touches locked money does not change it. */
export async function readLog(pool: Pool, userId: number, page: Page): Promise<AccountLog> {
  const { rows } = await pool.query<Joined<{ readonly total: number }, LogRow>>(
    `with page as (
       select id, type, reference, order_id, memo, created_at,
              case when destination = 'cash' then amount else -amount end as amount
       from transfers where user_id = $1 and 'cash' in (source, destination)
       order by id desc limit $2 offset $3
     )
     select accounts.cash_entries as total, page.*
     from trading_accounts accounts left join page on true
     where accounts.user_id = $1
     order by page.id desc`,
    [userId, page.limit, page.offset],
  )
  return { data: present<LogRow>(rows).map(logEntryOf), total: rows[0]?.total ?? 0 }
}

function logEntryOf(row: LogRow): LogEntry {
  return {
    id: row.id,
    type: row.type,
    reference: row.reference,
    orderId: row.order_id,
    amount: micros(row.amount),
    memo: row.memo,
    atMs: row.created_at.getTime(),
  }
}

function ordersOf(rows: readonly (OrderRow | { readonly id: null })[]): readonly Order[] {
  return present<OrderRow>(rows).map(orderOfRow)
}

function standingOf(orders: readonly Order[]): Pick<StoredAccount, 'open' | 'pending'> {
  return {
    open: orders.filter(({ status }) => status === 'open'),
    pending: orders.filter(({ status }) => status === 'pending'),
  }
}

function present<Row extends { readonly id: number }>(
  rows: readonly (Row | { readonly id: null })[],
): readonly Row[] {
  return rows.filter((row): row is Row => row.id !== null)
}

function moneyOf(row: MoneyColumns | undefined): Pick<StoredAccount, 'cash' | 'locked'> {
  return { cash: micros(row?.cash ?? 0), locked: micros(row?.locked ?? 0) }
}

function noticeOf(row: NoticeColumns | undefined): Notice | null {
  if (row?.notice_id == null) return null
  return { id: row.notice_id, riskRate: row.notice_risk_rate, atMs: row.notice_at.getTime() }
}
