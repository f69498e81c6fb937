import { dayMs } from '#core/candle/period.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Log } from '#server/platform/log.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'
import { lockUnusedDemoUsers, revokeUnusedDemoIds } from '#server/users/demo-ids/demo-ids-store.ts'
import { extendAfterMs, type Sessions } from '#server/users/sessions/sessions.ts'

export type RevokeDemoIdsParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
  readonly sessions: Pick<Sessions, 'endAll' | 'notifyEnded'>
}

/** A use may be recorded up to `extendAfterMs` too early, so that much is added. */
const unusedMs = 30 * dayMs + extendAfterMs
/** Keeps a transaction short: a login to an account that is being examined waits for it. */
const usersPerTransaction = 500

/**
 * Revokes the ids of demo accounts that were never traded on and not used for 30 days. Such an id then opens a new
 * account. The rows of the old one stay. An examined account that is kept is due again 30 days after its last use,
 * or never if it was traded on, so a sweep costs only what is due.
 */
export async function revokeDemoIds(
  parts: RevokeDemoIdsParts,
  batchSize = usersPerTransaction,
): Promise<void> {
  let revoked = 0
  await deleteInBatches(async (limit) => {
    const batch = await revokeBatch(parts, limit)
    revoked += batch.revoked
    return batch.examined
  }, batchSize)
  if (revoked > 0) parts.log.info({ revoked }, 'revoked the ids of unused demo accounts')
}

async function revokeBatch(
  { pool, clock, sessions }: RevokeDemoIdsParts,
  limit: number,
): Promise<{ readonly examined: number; readonly revoked: number }> {
  const nowMs = clock.now()
  const usedBeforeMs = nowMs - unusedMs
  const { examined, revoked, ended } = await inTransaction(pool, async (client) => {
    const userIds = await lockUnusedDemoUsers(client, usedBeforeMs, limit)
    if (userIds.length === 0) return { examined: 0, revoked: 0, ended: [] }
    const revokedIds = await revokeUnusedDemoIds(client, { userIds, usedBeforeMs, nowMs })
    // Sessions expire after 30 days without use, so normally none is left.
    const ended = await sessions.endAll(client, revokedIds)
    return { examined: userIds.length, revoked: revokedIds.length, ended }
  })
  sessions.notifyEnded(ended)
  return { examined, revoked }
}
