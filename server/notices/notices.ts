// Entry point of notices: what users are told, in a list, by push and by mail, as each has chosen.
import { type Refusal, refused } from '#contract/outcome.ts'
import { channelDefaults } from '#core/notice/notice.ts'
import { type AddNoticesParts, addNotices } from '#server/notices/add-notices.ts'
import { readSwitched, writeSwitched } from '#server/notices/notice-channels-store.ts'
import {
  countNotices,
  deleteOldNotices,
  deleteOldPriceAlerts,
  listAdded,
  listNotices,
  moveReadNumber,
  noticesChannel,
  notifyChanged,
  readListStates,
} from '#server/notices/notices-store.ts'
import type {
  AddNotices,
  ListPlace,
  ListState,
  NoticePage,
  StoredNotice,
  SwitchedChannel,
} from '#server/notices/notices-types.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import { inTransaction, type Listen, type Pool } from '#server/storage/storage.ts'

export { startBroadcasts } from '#server/notices/broadcasts.ts'
export type { NewBroadcast } from '#server/notices/broadcasts-store.ts'
export { isChannelOn } from '#server/notices/chosen-channels.ts'
export type {
  AddNotices,
  ListPlace,
  ListState,
  NewNotice,
  NoticePage,
  StoredNotice,
  SwitchedChannel,
} from '#server/notices/notices-types.ts'

export type Notices = {
  /** In the caller's transaction. A source that a user was told of before is left out. */
  readonly add: AddNotices
  /** Newest first, 20 to a page. */
  readonly list: (userId: number, page: number) => Promise<NoticePage>
  /** The state of each of these lists. */
  readonly states: (userIds: readonly number[]) => Promise<ReadonlyMap<number, ListState>>
  /** The notices after each of these places, oldest first, at most `limit` of each user. */
  readonly added: (
    since: readonly ListPlace[],
    limit: number,
  ) => Promise<ReadonlyMap<number, readonly StoredNotice[]>>
  /** What was read stays so: a lower number changes nothing. */
  readonly markRead: (userId: number, upTo: number) => Promise<ListState>
  readonly switched: (userId: number) => Promise<readonly SwitchedChannel[]>
  /** Refuses a channel that is always on. */
  readonly switchChannel: (change: SwitchedChannel) => Promise<Refusal | { readonly kind: 'switched' }>
  /**
   * Calls the handler after lists have changed, with their users; with undefined if changes may have been missed.
   * Returns the unsubscribe function.
   */
  readonly onChanged: (handler: (userIds: readonly number[] | undefined) => void) => Promise<() => void>
  /** Deletes old notices. */
  readonly sweep: () => Promise<void>
}

export type NoticesParts = AddNoticesParts & {
  readonly pool: Pool
  readonly listen: Listen
  readonly clock: Pick<Clock, 'now'>
}

const pageSize = 20
const dayMs = 24 * 3_600_000
const alertsKeptMs = 30 * dayMs
const keptMs = 2 * 366 * dayMs
const emptyList: ListState = { unread: 0, lastNumber: 0, readNumber: 0 }

export function createNotices(parts: NoticesParts): Notices {
  const { pool, listen, clock } = parts
  async function states(userIds: readonly number[]): Promise<ReadonlyMap<number, ListState>> {
    const stored = await readListStates(pool, userIds)
    return new Map(userIds.map((userId) => [userId, stored.get(userId) ?? emptyList]))
  }
  async function stateOf(userId: number): Promise<ListState> {
    return (await states([userId])).get(userId) ?? emptyList
  }
  return {
    add: (client, notices) => addNotices(parts, client, notices),
    async list(userId, page) {
      const [data, total, state] = await Promise.all([
        listNotices(pool, userId, { offset: (page - 1) * pageSize, limit: pageSize }),
        countNotices(pool, userId),
        stateOf(userId),
      ])
      return { data, total, ...state }
    },
    states,
    added: (since, limit) => listAdded(pool, since, limit),
    async markRead(userId, upTo) {
      await inTransaction(pool, async (client) => {
        if (await moveReadNumber(client, userId, upTo)) await notifyChanged(client, [userId])
      })
      return await stateOf(userId)
    },
    switched: (userId) => readSwitched(pool, [userId]),
    async switchChannel(change) {
      if (channelDefaults[change.group][change.channel] === 'always')
        return refused('invalid_input', { field: 'channel' })
      await writeSwitched(pool, change)
      return { kind: 'switched' }
    },
    onChanged: (handler) =>
      listen(noticesChannel, {
        onMessage: (payload) => handler(payload.split(',').map(Number)),
        onReconnect: () => handler(undefined),
      }),
    async sweep() {
      const now = clock.now()
      await deleteInBatches((limit) => deleteOldPriceAlerts(pool, now - alertsKeptMs, limit))
      await deleteInBatches((limit) => deleteOldNotices(pool, now - keptMs, limit))
    },
  }
}
