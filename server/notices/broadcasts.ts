// Adds texts for all users to their lists, in portions, from a stored position on.
import { type AddNoticesParts, addNotices } from '#server/notices/add-notices.ts'
import {
  insertBroadcasts,
  lockOpenBroadcast,
  moveBroadcast,
  type NewBroadcast,
  nextUsers,
} from '#server/notices/broadcasts-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'

export type BroadcastsParts = AddNoticesParts & {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly timers: Timers
  readonly log: Pick<Log, 'error'>
  /** Versions in force that operators have published. */
  readonly textsInForce: () => Promise<readonly NewBroadcast[]>
}

export type Broadcasts = { readonly stop: () => Promise<void> }

/** A scheduled version is told of within this time. */
const everyMs = 5_000
const usersPerPortion = 500

/** What fails is tried again after a few seconds, from the stored position. */
export function startBroadcasts(parts: BroadcastsParts): Broadcasts {
  const { timers, log } = parts
  let isStopping = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    await tellOfNewTexts(parts)
    while (!isStopping && (await reachNextUsers(parts)));
  }
  const cancel = timers.every(everyMs, () => {
    running ??= run()
      .catch((fault: unknown) => log.error({ fault }, 'could not tell all users of a new text'))
      .finally(() => {
        running = undefined
      })
  })
  return {
    async stop() {
      isStopping = true
      cancel()
      if (running !== undefined) await withTimeout(timers, stopBoundsMs.sweep, running)
    },
  }
}

async function tellOfNewTexts({ pool, textsInForce }: BroadcastsParts): Promise<void> {
  const texts = await textsInForce()
  if (texts.length > 0) await insertBroadcasts(pool, texts)
}

/** One portion, with the position, in one transaction. False if nothing is left to do. */
export async function reachNextUsers(parts: BroadcastsParts): Promise<boolean> {
  return await inTransaction(parts.pool, async (client) => {
    const broadcast = await lockOpenBroadcast(client)
    if (broadcast === undefined) return false
    const nowMs = parts.clock.now()
    const { userIds, lastUser } = await nextUsers(client, broadcast, { limit: usersPerPortion, nowMs })
    const about = {
      source: `broadcast:${broadcast.id}`,
      atMs: broadcast.createdAtMs,
      content: broadcast.content,
    }
    await addNotices(
      parts,
      client,
      userIds.map((userId) => ({ userId, ...about })),
    )
    await moveBroadcast(client, broadcast.id, {
      reachedUser: lastUser ?? broadcast.reachedUser,
      endedAtMs: lastUser === undefined ? nowMs : null,
    })
    return true
  })
}
