import type { Call } from '#browser/calls/call-request.ts'
import type { NoticePreferences } from '#contract/calls/notices.ts'
import type { NoticeChannel, NoticeGroup } from '#core/notice/notice.ts'
import { setNoticeChannel, setPushPreferences } from '#web/calls/notices.ts'

export type ChannelChange = {
  readonly kind: 'channel'
  readonly group: NoticeGroup
  readonly channel: NoticeChannel
  readonly on: boolean
}

export type QuietHours = Pick<NoticePreferences, 'quiet_from' | 'quiet_to' | 'zone'>

/** What one switch, or the fields of the quiet hours, are set to. */
export type PreferenceChange =
  | ChannelChange
  | { readonly kind: 'details'; readonly details: boolean }
  | { readonly kind: 'quiet'; readonly hours: QuietHours }

/** Changes with equal keys replace each other. */
export function keyOfChange(change: PreferenceChange): string {
  return change.kind === 'channel' ? `${change.group} ${change.channel}` : change.kind
}

export function withChange(preferences: NoticePreferences, change: PreferenceChange): NoticePreferences {
  if (change.kind === 'details') return { ...preferences, details: change.details }
  if (change.kind === 'quiet') return { ...preferences, ...change.hours }
  const groups = preferences.groups.map(({ group, channels }) => ({
    group,
    channels: channels.map((each) =>
      group === change.group && each.channel === change.channel ? { ...each, on: change.on } : each,
    ),
  }))
  return { ...preferences, groups }
}

/** `base` has the push preferences that stay as they are: a call sets all of them. */
export function sendChange(
  call: Call,
  change: PreferenceChange,
  base: NoticePreferences,
): Promise<NoticePreferences> {
  if (change.kind === 'channel') {
    const { group, channel, on } = change
    return setNoticeChannel(call, { group, channel, on: on ? 1 : 0 })
  }
  const { details, quiet_from, quiet_to, zone } = withChange(base, change)
  return setPushPreferences(call, { details: details ? 1 : 0, quiet_from, quiet_to, zone })
}
