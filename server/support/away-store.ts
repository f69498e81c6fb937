import type { PoolClient } from 'pg'

export type DueThread = {
  readonly id: number
  readonly userId: number
  /** Newest answer that was not delivered in time, if the user has read up to the last notice. */
  readonly late: number | null
  /** When the oldest of the newer answers was sent. Null if each was delivered. */
  readonly newerAt: Date | null
}

/** The answers of a thread that were not delivered, of which some were sent before a time and others after it. */
const undelivered = `support_messages m where m.thread_id = t.id and m.author = 'desk' and m.number > t.user_delivered`

/** Locks threads whose notice is due, oldest first. Those that another process handles are skipped. */
export async function lockDueThreads(
  client: PoolClient,
  { now, lateBefore, limit }: { readonly now: Date; readonly lateBefore: Date; readonly limit: number },
): Promise<readonly DueThread[]> {
  const { rows } = await client.query<DueThread>(
    `select id, user_id as "userId",
       case when noticed_number <= user_read then (
         select number from ${undelivered} and m.created_at <= $2 order by number desc limit 1) end as late,
       case when noticed_number <= user_read then (
         select created_at from ${undelivered} and m.created_at > $2 order by number limit 1) end as "newerAt"
     from support_threads t where notice_due_at <= $1
     order by notice_due_at limit $3 for update skip locked`,
    [now, lateBefore, limit],
  )
  return rows
}

export type EndedDue = {
  readonly id: number
  /** The number that the user was told of, if any. */
  readonly told: number | undefined
  readonly nextDueAt: Date | undefined
}

export async function endDue(client: PoolClient, ended: readonly EndedDue[]): Promise<void> {
  await client.query(
    `update support_threads t set notice_due_at = ended.next, noticed_number = coalesce(ended.told, t.noticed_number)
     from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) ended (id, told, next) where t.id = ended.id`,
    [
      ended.map(({ id }) => id),
      ended.map(({ told }) => told ?? null),
      ended.map(({ nextDueAt }) => nextDueAt ?? null),
    ],
  )
}

/** An answer that came while the user had not read the last notice is due once the user has, unless it was delivered. */
export async function dueAfterRead(client: PoolClient, threadId: number, noticeAt: Date): Promise<void> {
  await client.query(
    `update support_threads t set notice_due_at = $2
     where id = $1 and user_id is not null and notice_due_at is null and noticed_number <= user_read
       and exists (select 1 from ${undelivered})`,
    [threadId, noticeAt],
  )
}
