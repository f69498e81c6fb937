import type { Pool, PoolClient } from 'pg'
import { type NoticeChannel, type NoticeGroup, noticeChannels, noticeGroups } from '#core/notice/notice.ts'
import type { SwitchedChannel } from '#server/notices/notices-types.ts'

/** Channels that these users have switched. */
export async function readSwitched(
  db: Pool | PoolClient,
  userIds: readonly number[],
): Promise<readonly SwitchedChannel[]> {
  const { rows } = await db.query<{ userId: number; topic: string; channel: string; isOn: boolean }>(
    `select user_id as "userId", topic, channel, is_on as "isOn" from notice_channels where user_id = any($1)`,
    [userIds],
  )
  return rows.flatMap(({ userId, topic, channel, isOn }) =>
    isGroup(topic) && isChannel(channel) ? [{ userId, group: topic, channel, isOn }] : [],
  )
}

export async function writeSwitched(
  pool: Pool,
  { userId, group, channel, isOn }: SwitchedChannel,
): Promise<void> {
  await pool.query(
    `insert into notice_channels (user_id, topic, channel, is_on) values ($1, $2, $3, $4)
     on conflict (user_id, topic, channel) do update set is_on = excluded.is_on`,
    [userId, group, channel, isOn],
  )
}

/** A group of an earlier or later version of the software is ignored. */
function isGroup(text: string): text is NoticeGroup {
  return (noticeGroups as readonly string[]).includes(text)
}

function isChannel(text: string): text is NoticeChannel {
  return (noticeChannels as readonly string[]).includes(text)
}
