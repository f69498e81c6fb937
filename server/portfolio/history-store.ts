import type { Pool } from 'pg'
import { micros } from '#core/money/amounts.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import { orderColumns } from '#server/engine/engine.ts'
import {
  type Joined,
  joinedRows,
  type MoneyColumns,
  readWithOrders,
  type StoredAccount,
  storedAccountOf,
} from '#server/portfolio/account-store.ts'
import type {
  AccountLog,
  LogEntry,
  LogFilter,
  PageQuery,
  TimeRange,
} from '#server/portfolio/portfolio-types.ts'

type PageBounds = { readonly limit: number; readonly offset: number }

/** Pages are numbered from 1. */
export function pageBounds({ page, limit }: PageQuery): PageBounds {
  return { limit, offset: (page - 1) * limit }
}

/** Inclusive start and exclusive end as SQL timestamps. */
function timeBounds({ fromMs, toMs }: TimeRange): readonly [from: Date | string, to: Date | string] {
  return [
    fromMs === undefined ? '-infinity' : new Date(fromMs),
    toMs === undefined ? 'infinity' : new Date(toMs),
  ]
}

type HistoryFilter = TimeRange & { readonly marketId?: number | undefined }

type OrderHistory = {
  readonly account: StoredAccount
  /** One page of ended orders, latest end first. */
  readonly ended: readonly Order[]
  /** Number and profit in US dollars of all orders that match the filter, on all pages. */
  readonly total: number
  readonly profit: string
}

type TotalColumns = { readonly ended_count: number; readonly ended_profit: string }

/**
 * Totals without a filter are stored with the account. With a filter they are computed by an index-only scan. The sum
 * may exceed a safe integer, so the database formats it.
 */
const historySql = `with ended as not materialized (
    select id, ended_at, profit from orders
    where user_id = $1 and status in ('cancelled', 'closed') and ended_at >= $4 and ended_at < $5
      and ($6::integer is null or market_id = $6)
  ), listed as (
    select ${orderColumns} from orders
    where id in (select id from ended order by ended_at desc, id desc limit $2 offset $3)
    union all
    select ${orderColumns} from orders where user_id = $1 and status in ('pending', 'open')
  )
  select accounts.cash, accounts.locked, accounts.version,
         case when $7 then counted.orders else accounts.ended_orders end as ended_count,
         (case when $7 then counted.profit else accounts.realised_profit end * 0.000001)::text as ended_profit,
         listed.*
  from trading_accounts accounts
  cross join lateral (
    select count(*) as orders, coalesce(sum(profit), 0) as profit from ended where $7::boolean
  ) counted
  left join listed on true
  where accounts.user_id = $1
  order by listed.ended_at desc, listed.id desc`

export async function readHistory(
  pool: Pool,
  userId: number,
  filter: HistoryFilter,
  { limit, offset }: PageBounds,
): Promise<OrderHistory> {
  const { marketId, fromMs, toMs } = filter
  const isFiltered = marketId !== undefined || fromMs !== undefined || toMs !== undefined
  const { columns, orders } = await readWithOrders<MoneyColumns & TotalColumns>(pool, historySql, [
    ...[userId, limit, offset],
    ...timeBounds(filter),
    ...[marketId ?? null, isFiltered],
  ])
  return {
    account: storedAccountOf(columns, orders),
    ended: orders.filter(isEnded),
    total: columns?.ended_count ?? 0,
    profit: columns?.ended_profit ?? '0.000000',
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

/**
 * Changes of the cash balance, newest first. Transfers that only move locked money are left out. The unfiltered total
 * is stored with the account; a filtered one is counted by an index-only scan.
 */
const logSql = `with changes as not materialized (
    select id, created_at from transfers
    where user_id = $1 and 'cash' in (source, destination) and created_at >= $4 and created_at < $5
      and ($6::text is null or type = $6)
  ), page as (
    select id, type, reference, order_id, memo, created_at,
           case when destination = 'cash' then amount else -amount end as amount
    from transfers where id in (select id from changes order by created_at desc, id desc limit $2 offset $3)
  )
  select case when $7 then counted.changes else accounts.cash_entries end as total, page.*
  from trading_accounts accounts
  cross join lateral (select count(*) as changes from changes where $7::boolean) counted
  left join page on true
  where accounts.user_id = $1
  order by page.created_at desc, page.id desc`

export async function readLog(
  pool: Pool,
  userId: number,
  filter: LogFilter,
  { limit, offset }: PageBounds,
): Promise<AccountLog> {
  const { type, fromMs, toMs } = filter
  const isFiltered = type !== undefined || fromMs !== undefined || toMs !== undefined
  const { rows } = await pool.query<Joined<{ readonly total: number }, LogRow>>(logSql, [
    ...[userId, limit, offset],
    ...timeBounds(filter),
    ...[type ?? null, isFiltered],
  ])
  return { data: joinedRows<LogRow>(rows).map(logEntryOf), total: rows[0]?.total ?? 0 }
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
