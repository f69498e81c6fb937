// Entry point: stores notices of trading events, one row per event, as a follower of the journal.
import type { Change, FollowerParts } from '#server/followers/followers.ts'
import { insertNotices } from '#server/notices/notices-store.ts'
import { noticesOf } from '#server/notices/trading-notices.ts'
import type { PoolClient } from '#server/storage/storage.ts'

/**
 * An installation that had no notices before gets those of events from now on: old ones are of no use to a user, and
 * the whole journal would have to be read.
 */
export const noticesFollower: Pick<FollowerParts, 'name' | 'start' | 'commands' | 'apply'> = {
  name: 'notices',
  start: 'now',
  commands: new Set(['judge_tick'] as const),
  apply: writeNotices,
}

async function writeNotices(changes: readonly Change[], client: PoolClient): Promise<void> {
  const notices = changes.flatMap(noticesOf)
  if (notices.length > 0) await insertNotices(client, notices)
}
