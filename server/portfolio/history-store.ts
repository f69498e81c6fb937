import type { Pool } from 'pg'
import { isOver, type Order } from '#core/order/order.ts'
import { orderColumns } from '#server/engine/engine.ts'
import type { Place } from '#server/portfolio/place-of.ts'
import type { Span } from '#server/portfolio/portfolio-types.ts'
import { spanBounds } from '#server/portfolio/span-bounds.ts'
import {
  type Joined,
  type MoneyColumns,
  ordersOf,
  type StoredAccount,
  storedAccountOf,
} from '#server/portfolio/stored-account.ts'

export type HistoryFilter = Span & { readonly marketId?: number | undefined }

export type StoredHistory = {
  readonly account: StoredAccount
  /** One page, what ended last first. */
  readonly ended: readonly Order[]
  /** Of all pages that the filter leaves; the profit in US dollars. */
  readonly total: number
  readonly profit: string
}

type TotalColumns = { readonly ended_count: number; readonly ended_profit: string }

/**
 * How much there is of the whole past is kept with the account. What a filter leaves of it is counted, out of the index
 * alone. The sum may be more than one amount can hold, so that it is put into words by the database.
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
  select accounts.cash, accounts.locked,
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
  { limit, offset }: Place,
): Promise<StoredHistory> {
  const { marketId, fromMs, toMs } = filter
  const isFiltered = marketId !== undefined || fromMs !== undefined || toMs !== undefined
  const { rows } = await pool.query<Joined<MoneyColumns & TotalColumns>>(historySql, [
    ...[userId, limit, offset],
    ...spanBounds(filter),
    ...[marketId ?? null, isFiltered],
  ])
  const orders = ordersOf(rows)
  return {
    account: storedAccountOf(rows[0], orders),
    ended: orders.filter(isOver),
    total: rows[0]?.ended_count ?? 0,
    profit: rows[0]?.ended_profit ?? '0.000000',
  }
}
