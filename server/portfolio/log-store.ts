import type { Pool } from 'pg'
import { micros } from '#core/money/micros.ts'
import type { Place } from '#server/portfolio/place-of.ts'
import type { AccountLog, LogEntry, LogFilter } from '#server/portfolio/portfolio-types.ts'
import { spanBounds } from '#server/portfolio/span-bounds.ts'
import { type Joined, present } from '#server/portfolio/stored-account.ts'

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
 * What went in or out of the balance, the newest first. What only touches locked money does not change it. How much there
 * is of all of it is kept with the account; what a filter leaves is counted, out of the index alone.
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
  { limit, offset }: Place,
): Promise<AccountLog> {
  const { type, fromMs, toMs } = filter
  const isFiltered = type !== undefined || fromMs !== undefined || toMs !== undefined
  const { rows } = await pool.query<Joined<{ readonly total: number }, LogRow>>(logSql, [
    ...[userId, limit, offset],
    ...spanBounds(filter),
    ...[type ?? null, isFiltered],
  ])
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
