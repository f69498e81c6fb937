// For modules that tell users of something, in tests of something else.
import type { AddNotices, ListState } from '#server/notices/notices.ts'

export const addNoNotices: AddNotices = async () => {}

const empty: ListState = { unread: 0, lastNumber: 0, readNumber: 0 }

/** Parts of the live module: every list is empty and stays so. */
export const noNotices = {
  notices: {
    states: async (userIds: readonly number[]) => new Map(userIds.map((userId) => [userId, empty])),
    added: async () => new Map(),
  },
  onNoticesChanged: () => () => undefined,
}
