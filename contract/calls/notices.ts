import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { flagField, pageField, timestampField } from '#contract/calls/shared-fields.ts'
import { noticeChannels, noticeGroups, noticeKinds } from '#core/notice/notice.ts'

const numberField = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const groupField = Type.Enum(noticeGroups)
const channelField = Type.Enum(noticeChannels)

const notice = Type.Object({
  id: Type.Integer({ description: 'Grows by one with every notice of the user' }),
  kind: Type.Enum(noticeKinds),
  group: groupField,
  title: Type.String({ description: 'In the language of the call' }),
  text: Type.String({ description: 'In the language of the call' }),
  path: Type.String({ description: 'Screen of the app that the notice is about' }),
  created_at: timestampField,
  read: Type.Boolean(),
})

export const noticeList = defineCall({
  name: 'notice_list',
  group: 'Notices',
  summary: "List the user's notices, newest first",
  path: '/api/notice/list',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({ page: pageField }),
  answer: Type.Object({
    data: Type.Array(notice),
    total: Type.Integer(),
    unread: Type.Integer({ description: 'Number of notices after the last one read' }),
  }),
})

export type NoticeListInput = InputOf<typeof noticeList>
export type NoticeListAnswer = AnswerOf<typeof noticeList>
export type ListedNotice = NoticeListAnswer['data'][number]

export const readNotices = defineCall({
  name: 'read_notices',
  group: 'Notices',
  summary: 'Mark all notices up to one as read. Notices that were read stay so',
  path: '/api/notice/read',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({ up_to: numberField }),
  answer: Type.Object({ unread: Type.Integer() }),
})

export type ReadNoticesInput = InputOf<typeof readNotices>

const minuteField = Type.Integer({ minimum: 0, maximum: 1439, description: 'Minute of the day' })

const preferences = Type.Object({
  groups: Type.Array(
    Type.Object({
      group: groupField,
      channels: Type.Array(
        Type.Object({
          channel: channelField,
          on: Type.Boolean(),
          fixed: Type.Boolean({ description: 'Always on: the user cannot switch it off' }),
        }),
      ),
    }),
  ),
  details: Type.Boolean({ description: 'Whether a push says what it is about, also on a locked screen' }),
  quiet_from: minuteField,
  quiet_to: Type.Integer({
    minimum: 0,
    maximum: 1439,
    description: 'Equal to quiet_from: there are no quiet hours',
  }),
  zone: Type.String({ description: 'IANA time zone of the quiet hours' }),
})

export const noticePreferences = defineCall({
  name: 'notice_preferences',
  group: 'Notices',
  summary: 'Read which notices reach the user on which channel',
  path: '/api/notice/preferences',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: preferences,
})

export type NoticePreferences = AnswerOf<typeof noticePreferences>

export const setNoticeChannel = defineCall({
  name: 'set_notice_channel',
  group: 'Notices',
  summary: 'Switch a channel of a group of notices on or off',
  path: '/api/notice/set_channel',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({ group: groupField, channel: channelField, on: flagField }),
  answer: preferences,
})

export type SetNoticeChannelInput = InputOf<typeof setNoticeChannel>

export const setPushPreferences = defineCall({
  name: 'set_push_preferences',
  group: 'Notices',
  summary: 'Set what pushes say on a locked screen, and the hours without pushes',
  path: '/api/notice/set_push',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({
    details: flagField,
    quiet_from: minuteField,
    quiet_to: minuteField,
    zone: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' }),
  }),
  answer: preferences,
})

export type SetPushPreferencesInput = InputOf<typeof setPushPreferences>
