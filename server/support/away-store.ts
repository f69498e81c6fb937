import type { PoolClient } from 'pg'

export type DueThread = {
  readonly id: number
  readonly userId: number
  readonly delivered: number
  readonly read: number
  readonly noticed: number
  /** Number of the newest answer. */
  readonly answer: number
}

/** Locks threads whose notice is due, oldest first. Those that another process handles are skipped. */
export async function lockDueThreads(
  client: PoolClient,
  now: Date,
  limit: number,
): Promise<readonly DueThread[]> {
  const { rows } = await client.query<DueThread>(
    `select id, user_id as "userId", user_delivered as delivered, user_read as read, noticed_number as noticed,
       coalesce((select max(number) from support_messages m where m.thread_id = t.id and m.author = 'desk'), 0) as answer
     from support_threads t where notice_due_at <= $1
     order by notice_due_at limit $2 for update skip locked`,
    [now, limit],
  )
  return rows
}

export async function endDue(
  client: PoolClient,
  all: readonly number[],
  told: readonly { readonly id: number; readonly number: number }[],
): Promise<void> {
  await client.query('update support_threads set notice_due_at = null where id = any($1)', [all])
  await client.query(
    `update support_threads t set noticed_number = told.number
     from unnest($1::bigint[], $2::bigint[]) told (id, number) where t.id = told.id`,
    [told.map(({ id }) => id), told.map(({ number }) => number)],
  )
}
