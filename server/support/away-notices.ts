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

/** A client that is present has marked a message as delivered by then. */
export const deliveredWithinMs = 20_000

const threadsPerRun = 100

/**
 * A client that is present marks messages as delivered. Without that mark, the user is away. One notice until the user
 * has read: further answers make none. An answer that is newer than that time is looked at again when it ends. Returns
 * the number of notices.
 */
export async function noticeAway({ pool, clock, addNotices }: AwayParts): Promise<number> {
  return await inTransaction(pool, async (client) => {
    const atMs = clock.now()
    const lateBefore = new Date(atMs - deliveredWithinMs)
    const due = await lockDueThreads(client, { now: new Date(atMs), lateBefore, limit: threadsPerRun })
    if (due.length === 0) return 0
    await endDue(
      client,
      due.map(({ id, late, newerAt }) => ({
        id,
        told: late ?? undefined,
        nextDueAt:
          late === null && newerAt !== null ? new Date(newerAt.getTime() + deliveredWithinMs) : undefined,
      })),
    )
    const notices = due.flatMap(({ id, userId, late }) =>
      late === null
        ? []
        : { userId, source: `support:${id}:${late}`, atMs, content: { kind: 'support_answered' as const } },
    )
    if (notices.length > 0) await addNotices(client, notices)
    return notices.length
  })
}
