// What the engine has committed, as far as its users are shown it. Each function is one statement, and so one state of the
// database. Nothing here ever writes.
import type { Pool } from 'pg'
import { orderColumns } from '#server/engine/engine.ts'
import type { Notice } from '#server/portfolio/portfolio-types.ts'
import {
  type Joined,
  type MoneyColumns,
  ordersOf,
  type StoredAccount,
  storedAccountOf,
} from '#server/portfolio/stored-account.ts'

export type WatchedAccount = StoredAccount & { readonly notice: Notice | null }

type NoticeColumns = {
  readonly notice_id: number | null
  readonly notice_risk_rate: number
  readonly notice_at: Date
}

export async function readAccount(pool: Pool, userId: number): Promise<WatchedAccount> {
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
export async function readAccountWith(pool: Pool, userId: number, orderId: number) {
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
