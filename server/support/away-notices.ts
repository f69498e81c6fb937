// Tells users of answers that no client of theirs has received.
import type { AddNotices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'
import { endDue, lockDueThreads } from '#server/support/away-store.ts'

export type AwayParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly addNotices: AddNotices
}

const threadsPerRun = 100

/**
 * A client that is present marks messages as delivered. Without that mark, the user is away. One notice until the user
 * has read: further answers make none. Returns the number of notices.
 */
export async function noticeAway({ pool, clock, addNotices }: AwayParts): Promise<number> {
  return await inTransaction(pool, async (client) => {
    const atMs = clock.now()
    const due = await lockDueThreads(client, new Date(atMs), threadsPerRun)
    if (due.length === 0) return 0
    const away = due.filter(({ delivered, read, noticed, answer }) => answer > delivered && noticed <= read)
    const told = away.map(({ id, answer }) => ({ id, number: answer }))
    await endDue(
      client,
      due.map(({ id }) => id),
      told,
    )
    if (away.length > 0)
      await addNotices(
        client,
        away.map(({ id, userId, answer }) => ({
          ...{ userId, source: `support:${id}:${answer}`, atMs },
          content: { kind: 'support_answered' },
        })),
      )
    return away.length
  })
}
