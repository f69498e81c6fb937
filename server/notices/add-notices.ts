import { closestLanguage } from '#core/content/closest-language.ts'
import { channelDefaults, groupOf, isForAllUsers, type NoticeContent } from '#core/notice/notice.ts'
import type { Messages, Recipient } from '#server/messages/messages.ts'
import { isReached } from '#server/notices/chosen-channels.ts'
import { readSwitched } from '#server/notices/notice-channels-store.ts'
import { insertNotices, lockLists, notifyChanged, readKnown } from '#server/notices/notices-store.ts'
import type { NewNotice, SwitchedChannel } from '#server/notices/notices-types.ts'
import type { Push } from '#server/push/push.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type AddNoticesParts = {
  readonly messages: Pick<Messages, 'enqueue'>
  readonly push: Pick<Push, 'enqueue'>
  /** Without demo users, who have no address. */
  readonly contactsOf: (
    userIds: readonly number[],
    client: PoolClient,
  ) => Promise<ReadonlyMap<number, Recipient>>
}

/**
 * Everything is stored in the caller's transaction: no notice is missing, and none is told twice, whatever crashes. A
 * source that a user was told of before is left out.
 */
export async function addNotices(
  parts: AddNoticesParts,
  client: PoolClient,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const userIds = [...new Set(notices.map(({ userId }) => userId))].sort((one, other) => one - other)
  await lockLists(client, userIds)
  const known = await readKnown(client, notices)
  const fresh = firstOfEach(notices).filter((notice) => !known.has(keyOf(notice)))
  const switched = Map.groupBy(await readSwitched(client, userIds), ({ userId }) => userId)
  const listed = fresh.filter(({ userId, content }) => isReached(switched.get(userId) ?? [], content, 'app'))
  if (listed.length > 0) await insertNotices(client, listed)
  await enqueuePushes(parts, client, fresh, switched)
  await enqueueMails(parts, client, fresh, switched)
  if (listed.length > 0) await notifyChanged(client, [...new Set(listed.map(({ userId }) => userId))])
}

function firstOfEach(notices: readonly NewNotice[]): readonly NewNotice[] {
  const byKey = new Map<string, NewNotice>()
  for (const notice of notices) if (!byKey.has(keyOf(notice))) byKey.set(keyOf(notice), notice)
  return [...byKey.values()]
}

function keyOf({ userId, source }: NewNotice): string {
  return `${userId} ${source}`
}

type SwitchedByUser = ReadonlyMap<number, readonly SwitchedChannel[]>

async function enqueuePushes(
  { push }: AddNoticesParts,
  client: PoolClient,
  notices: readonly NewNotice[],
  switched: SwitchedByUser,
): Promise<void> {
  const pushed = notices.filter(({ userId, content }) =>
    isReached(switched.get(userId) ?? [], content, 'push'),
  )
  if (pushed.length === 0) return
  await push.enqueue(
    client,
    pushed.map(({ userId, source, atMs, content }) => ({ userId, tag: source, atMs, content })),
  )
}

async function enqueueMails(
  { messages, contactsOf }: AddNoticesParts,
  client: PoolClient,
  notices: readonly NewNotice[],
  switched: SwitchedByUser,
): Promise<void> {
  const mailed = notices.filter(({ userId, content }) =>
    isReached(switched.get(userId) ?? [], content, 'mail'),
  )
  if (mailed.length === 0) return
  const contacts = await contactsOf([...new Set(mailed.map(({ userId }) => userId))], client)
  const enqueued = mailed.flatMap(({ userId, content }) => {
    const recipient = contacts.get(userId)
    if (recipient === undefined || (recipient.channel === 'mobile' && !isTexted(content))) return []
    return [{ userId, ...recipient, ...inOneLanguage(content, recipient.language) }]
  })
  for (let from = 0; from < enqueued.length; from += messagesPerStatement)
    await messages.enqueue(client, ...enqueued.slice(from, from + messagesPerStatement))
}

const messagesPerStatement = 1000

/** A text message costs money: only what is always sent, and concerns this user alone. */
function isTexted({ kind }: NoticeContent): boolean {
  return channelDefaults[groupOf(kind)].mail === 'always' && !isForAllUsers(kind)
}

/** The size of a stored message is limited, and titles in all languages may exceed it. */
function inOneLanguage(content: NoticeContent, language: string): NoticeContent {
  if (content.kind !== 'announcement') return content
  const closest = closestLanguage(content.titles, language)
  return closest === undefined
    ? content
    : { ...content, titles: { [closest]: content.titles[closest] ?? '' } }
}
