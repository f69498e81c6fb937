import type { PoolClient } from 'pg'
import type { TradingNotice } from '#server/notices/trading-notices.ts'

/** Adds the notices in their order. One that is stored already stays as it is. */
export async function insertNotices(client: PoolClient, notices: readonly TradingNotice[]): Promise<void> {
  await client.query(
    `insert into notices (user_id, kind, order_id, reason, risk_rate, shard_group, seq, entry, created_at)
     select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::integer[], $7::bigint[],
       $8::integer[], $9::timestamptz[])
     on conflict do nothing`,
    [
      notices.map(({ userId }) => userId),
      notices.map(({ kind }) => kind),
      notices.map((notice) => ('orderId' in notice ? notice.orderId : null)),
      notices.map((notice) => ('reason' in notice ? notice.reason : null)),
      notices.map((notice) => ('riskRate' in notice ? notice.riskRate : null)),
      notices.map(({ position }) => position.group),
      notices.map(({ position }) => position.seq),
      notices.map(({ position }) => position.entry),
      notices.map(({ timeMs }) => new Date(timeMs)),
    ],
  )
}
