import type { Call } from '#browser/calls/call-request.ts'
import type {
  NoticeListAnswer,
  NoticeListInput,
  NoticePreferences,
  ReadNoticesInput,
  SetNoticeChannelInput,
  SetPushPreferencesInput,
} from '#contract/calls/notices.ts'

/** One page of the user's notices, newest first. Quiet, like every list. */
export function readNoticeList(
  call: Call,
  page: NoticeListInput['page'],
  signal?: AbortSignal,
): Promise<NoticeListAnswer> {
  return call({ path: '/api/notice/list', verb: 'GET', input: { page }, quiet: true, signal })
}

/** For the unread count. A background call: no user action caused it. */
export function readUnreadNotices(call: Call): Promise<NoticeListAnswer> {
  return call({ path: '/api/notice/list', verb: 'GET', input: { page: 1 }, background: true, quiet: true })
}

/** A background call: looking at the list caused it. It may be repeated. */
export function markNoticesRead(
  call: Call,
  upTo: ReadNoticesInput['up_to'],
): Promise<{ readonly unread: number }> {
  return call({
    path: '/api/notice/read',
    verb: 'POST',
    changes: true,
    input: { up_to: upTo },
    background: true,
    quiet: true,
  })
}

export function readNoticePreferences(call: Call): Promise<NoticePreferences> {
  return call({ path: '/api/notice/preferences', verb: 'GET', quiet: true })
}

/** Quiet about a success only: the switch itself shows it. */
export function setNoticeChannel(call: Call, input: SetNoticeChannelInput): Promise<NoticePreferences> {
  return call({ path: '/api/notice/set_channel', verb: 'POST', changes: true, input, quiet: 'success' })
}

export function setPushPreferences(call: Call, input: SetPushPreferencesInput): Promise<NoticePreferences> {
  return call({ path: '/api/notice/set_push', verb: 'POST', changes: true, input, quiet: 'success' })
}
