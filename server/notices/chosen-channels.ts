// Which notices reach a user on which channel.
import {
  channelDefaults,
  groupOf,
  type NoticeChannel,
  type NoticeContent,
  type NoticeGroup,
} from '#core/notice/notice.ts'
import type { SwitchedChannel } from '#server/notices/notices-types.ts'

type Switched = Pick<SwitchedChannel, 'group' | 'channel' | 'isOn'>

/** Defaults, and what the user has switched. A choice that was stored before the channel became fixed does not count. */
export function isChannelOn(
  switched: readonly Switched[],
  group: NoticeGroup,
  channel: NoticeChannel,
): boolean {
  const standard = channelDefaults[group][channel]
  if (standard === 'always') return true
  const chosen = switched.find((one) => one.group === group && one.channel === channel)
  return chosen?.isOn ?? standard === 'on'
}

/** A corrected text is only listed: a spelling is no reason for a push or a mail. */
export function isReached(
  switched: readonly Switched[],
  content: NoticeContent,
  channel: NoticeChannel,
): boolean {
  if (channel !== 'app' && content.kind === 'terms_changed' && !content.asks) return false
  return isChannelOn(switched, groupOf(content.kind), channel)
}
