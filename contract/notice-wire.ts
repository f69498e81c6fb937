import type { ListedNotice, NoticePreferences } from '#contract/calls/notices.ts'
import { noticeText } from '#contract/notice-text.ts'
import type { Say } from '#contract/outcome.ts'
import { timeToWire } from '#contract/time-format.ts'
import {
  channelDefaults,
  groupOf,
  type NoticeChannel,
  type NoticeContent,
  type NoticeGroup,
  noticeChannels,
  noticeGroups,
} from '#core/notice/notice.ts'
import type { LanguageCode } from '#i18n/languages.ts'

type Notice = { readonly number: number; readonly content: NoticeContent; readonly createdAtMs: number }

type Reader = { readonly language: LanguageCode; readonly say: Say; readonly readNumber: number }

export function noticeToWire({ number, content, createdAtMs }: Notice, reader: Reader): ListedNotice {
  return {
    id: number,
    kind: content.kind,
    group: groupOf(content.kind),
    ...noticeText(content, reader.language, reader.say),
    created_at: timeToWire(createdAtMs),
    read: number <= reader.readNumber,
  }
}

type IsOn = (group: NoticeGroup, channel: NoticeChannel) => boolean

export function channelsToWire(isOn: IsOn): NoticePreferences['groups'] {
  return noticeGroups.map((group) => ({
    group,
    channels: noticeChannels.map((channel) => ({
      channel,
      on: isOn(group, channel),
      fixed: channelDefaults[group][channel] === 'always',
    })),
  }))
}
