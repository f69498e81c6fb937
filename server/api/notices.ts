// Notices of the user, and the channels on which they come.
import {
  noticeList,
  noticePreferences,
  readNotices,
  setNoticeChannel,
  setPushPreferences,
} from '#contract/calls/notices.ts'
import { channelsToWire, noticeToWire } from '#contract/notice-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import { isChannelOn, type Notices } from '#server/notices/notices.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Push } from '#server/push/push.ts'
import type { Users } from '#server/users/users.ts'

export type NoticeRouteParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly notices: Notices
  readonly push: Pick<Push, 'preferences' | 'setPreferences'>
  readonly translatorFor: TranslatorFor
}

/** All calls of contract/calls/notices.ts. */
export function noticeRoutes(parts: NoticeRouteParts): readonly Route[] {
  return [readList(parts), markRead(parts), readPreferences(parts), switchChannel(parts), setPush(parts)]
}

function readList({ users, notices, translatorFor }: NoticeRouteParts): Route {
  return userRoute(noticeList, users.authenticate, async ({ page }, { userId }, { language }) => {
    const { data, total, unread, readNumber } = await notices.list(userId, page)
    const reader = { language, say: translatorFor(language), readNumber }
    return answered({ data: data.map((notice) => noticeToWire(notice, reader)), total, unread })
  })
}

function markRead({ users, notices }: NoticeRouteParts): Route {
  return userRoute(readNotices, users.authenticate, async ({ up_to }, { userId }) => {
    const { unread } = await notices.markRead(userId, up_to)
    return answered({ unread })
  })
}

function readPreferences(parts: NoticeRouteParts): Route {
  return userRoute(noticePreferences, parts.users.authenticate, async (_, { userId }) =>
    answered(await preferencesOf(parts, userId)),
  )
}

function switchChannel(parts: NoticeRouteParts): Route {
  return userRoute(setNoticeChannel, parts.users.authenticate, async ({ on, ...change }, { userId }) => {
    const result = await parts.notices.switchChannel({ ...change, userId, isOn: on === 1 })
    return result.kind === 'refused' ? result : answered(await preferencesOf(parts, userId))
  })
}

function setPush(parts: NoticeRouteParts): Route {
  return userRoute(setPushPreferences, parts.users.authenticate, async (input, { userId }) => {
    const { details, quiet_from, quiet_to, zone } = input
    const chosen = { details: details === 1, quietFrom: quiet_from, quietTo: quiet_to, zone }
    const result = await parts.push.setPreferences(userId, chosen)
    return result === 'saved'
      ? answered(await preferencesOf(parts, userId))
      : refused('invalid_input', result)
  })
}

async function preferencesOf({ notices, push }: NoticeRouteParts, userId: number) {
  const [switched, chosen] = await Promise.all([notices.switched(userId), push.preferences(userId)])
  return {
    groups: channelsToWire((group, channel) => isChannelOn(switched, group, channel)),
    details: chosen.details,
    quiet_from: chosen.quietFrom,
    quiet_to: chosen.quietTo,
    zone: chosen.zone,
  }
}
