// Notices and preferences of the example user, and the answers to their calls.
import type { Request } from 'playwright-core'
import type { ListedNotice, NoticePreferences } from '#contract/calls/notices.ts'
import type { NoticePush } from '#contract/live.ts'
import {
  channelDefaults,
  groupOf,
  type NoticeKind,
  noticeChannels,
  noticeGroups,
} from '#core/notice/notice.ts'
import { aborted, type StubbedCalls } from '#test/browser/account/stub-calls.ts'

export const paths = {
  list: '/api/notice/list',
  read: '/api/notice/read',
  preferences: '/api/notice/preferences',
  setChannel: '/api/notice/set_channel',
  setPush: '/api/notice/set_push',
} as const

export function notice(id: number, kind: NoticeKind, change: Partial<ListedNotice> = {}): ListedNotice {
  return {
    id,
    kind,
    group: groupOf(kind),
    title: `Notice ${id}`,
    text: 'A text.',
    path: '/order',
    created_at: `2026-11-1${Math.min(9, Math.floor(id / 4))}T09:0${id % 10}:00.000Z`,
    read: false,
    ...change,
  }
}

/** One of each group, newest first. The older half is read. */
export const everyNotice: readonly ListedNotice[] = [
  notice(12, 'margin_call', {
    title: 'Margin call',
    text: 'Your margin level is 97.10 %. Positions will be closed at 50 %.',
  }),
  notice(11, 'price_alert', {
    title: 'EUR/USD is above 1.09000',
    text: 'The bid has reached 1.09004.',
    path: '/trade?market=EURUSD',
  }),
  notice(10, 'stop_loss', {
    title: 'Stop loss reached: XAU/USD',
    text: 'Buy 0.50 lots closed at 2 641.20, −118.50 USD.',
    path: '/order?id=open-12',
  }),
  notice(9, 'deposit_credited', { title: 'Deposit credited', text: '1 000.00 USD', path: '/mine/wallet' }),
  notice(8, 'identity_verified', { title: 'Identity verified', text: '', path: '/mine/auth', read: true }),
  notice(7, 'support_answered', { title: 'Support has answered', path: '/mine/chat', read: true }),
  notice(6, 'complaint_answered', { title: 'Your complaint C-2026-000012 is answered', read: true }),
  notice(5, 'terms_changed', { title: 'New terms of service', path: '/legal/terms', read: true }),
  notice(4, 'announcement', {
    title: 'Trading hours over the holidays',
    text: '',
    path: '/mine/announcement',
    read: true,
  }),
]

export const preferences: NoticePreferences = {
  groups: noticeGroups.map((group) => ({
    group,
    channels: noticeChannels.map((channel) => ({
      channel,
      on: channelDefaults[group][channel] !== 'off',
      fixed: channelDefaults[group][channel] === 'always',
    })),
  })),
  details: true,
  quiet_from: 0,
  quiet_to: 0,
  zone: 'UTC',
}

export const unreadOf = (notices: readonly ListedNotice[]): number =>
  notices.filter(({ read }) => !read).length

export function pushOf(notices: readonly ListedNotice[], added: NoticePush['Notices'] = []): NoticePush {
  return { Unread: unreadOf(notices), LastId: notices[0]?.id ?? 0, Notices: added }
}

export type NoticeServer = {
  readonly calls: StubbedCalls
  notices: readonly ListedNotice[]
  preferences: NoticePreferences
  /** What a call that sets preferences answers instead of doing so. `lost`: it does so, and its answer is lost. */
  fault: 'lost' | { readonly refused: string } | undefined
}

/** A server that remembers what is read and set. */
export function noticeServer(notices: readonly ListedNotice[] = everyNotice): NoticeServer {
  const server: NoticeServer = { calls: {}, notices, preferences, fault: undefined }
  const set = (change: (input: Record<string, never>) => NoticePreferences) => (request: Request) => {
    if (typeof server.fault === 'object') return server.fault
    server.preferences = change(request.postDataJSON())
    return server.fault === 'lost' ? aborted : server.preferences
  }
  Object.assign(server.calls, {
    [paths.list](request: Request) {
      const page = Number(new URL(request.url()).searchParams.get('page') ?? 1)
      const data = server.notices.slice((page - 1) * 20, page * 20)
      return { data, total: server.notices.length, unread: unreadOf(server.notices) }
    },
    [paths.read](request: Request) {
      const { up_to } = request.postDataJSON()
      server.notices = server.notices.map((each) => (each.id <= up_to ? { ...each, read: true } : each))
      return { unread: unreadOf(server.notices) }
    },
    [paths.preferences]: () => server.preferences,
    [paths.setChannel]: set(({ group, channel, on }) => ({
      ...server.preferences,
      groups: server.preferences.groups.map((each) => ({
        ...each,
        channels: each.channels.map((one) =>
          each.group === group && one.channel === channel ? { ...one, on: on === 1 } : one,
        ),
      })),
    })),
    [paths.setPush]: set(({ details, ...hours }) => ({
      ...server.preferences,
      ...hours,
      details: details === 1,
    })),
  })
  return server
}
