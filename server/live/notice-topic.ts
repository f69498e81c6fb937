// The unread count of each user with a socket, and the notices that were added since.
import type { ListedNotice } from '#contract/calls/notices.ts'
import { maxPushedNotices, type NoticePush } from '#contract/live.ts'
import { noticeToWire } from '#contract/notice-wire.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Subscriber } from '#server/live/topic.ts'
import type { ListState, Notices, StoredNotice } from '#server/notices/notices.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

export type NoticeTopicParts = {
  readonly notices: Pick<Notices, 'states' | 'added'>
  readonly translatorFor: TranslatorFor
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
  /** Sends JSON data to one subscriber at once. */
  readonly send: (subscriber: Subscriber, data: string, isSnapshot: boolean) => void
}

export type NoticeTopic = {
  /** The subscriber gets a snapshot as soon as it is read. */
  readonly join: (userId: number, subscriber: Subscriber) => void
  readonly leave: (userId: number, subscriber: Subscriber) => void
  /** Undefined: any list may have changed. */
  readonly onChanged: (userIds: readonly number[] | undefined) => void
}

type Reader = {
  readonly subscribers: Set<Subscriber>
  /** Of these, those without a snapshot. */
  readonly newcomers: Set<Subscriber>
  sent: ListState | undefined
}

/** A list that is being read, with the newcomers at the start of the read. */
type Reading = { readonly userId: number; readonly reader: Reader; readonly newcomers: readonly Subscriber[] }

const retryMs = 2_000
/**
 * One quote may bring many accounts into a margin call, and many sockets may arrive together after a restart. Encoding
 * this many takes a few milliseconds.
 */
const listsPerRead = 50
const nothingAdded: ReadonlyMap<number, readonly StoredNotice[]> = new Map()

export function createNoticeTopic({
  notices,
  translatorFor,
  timers,
  log,
  send,
}: NoticeTopicParts): NoticeTopic {
  const readers = new Map<number, Reader>()
  /** Users whose list may have changed since its last read began. */
  const stale = new Set<number>()
  let isReading = false

  function refresh(userIds: Iterable<number>): void {
    for (const userId of userIds) if (readers.has(userId)) stale.add(userId)
    void readAll()
  }
  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    while (stale.size > 0) {
      const userIds = [...stale].slice(0, listsPerRead)
      for (const userId of userIds) stale.delete(userId)
      await guarded(userIds, () => readLists(userIds))
    }
    isReading = false
  }
  /** A failure is tried again later, and does not keep the lists of others waiting. */
  async function guarded(userIds: readonly number[], work: () => Promise<void> | void): Promise<void> {
    try {
      await work()
    } catch (fault) {
      log.error({ fault }, 'could not read notices for the live socket')
      timers.after(retryMs, () => refresh(userIds))
    }
  }
  async function readLists(userIds: readonly number[]): Promise<void> {
    const readings = userIds.flatMap(readingOf)
    const states = await notices.states(readings.map(({ userId }) => userId))
    const since = readings.flatMap(({ userId, reader: { sent } }) =>
      sent !== undefined && (states.get(userId)?.lastNumber ?? 0) > sent.lastNumber
        ? [{ userId, number: sent.lastNumber }]
        : [],
    )
    const added = since.length === 0 ? nothingAdded : await notices.added(since, maxPushedNotices + 1)
    for (const reading of readings) {
      const { userId } = reading
      await guarded([userId], () => sendRead(reading, states.get(userId), added.get(userId) ?? []))
    }
  }
  function readingOf(userId: number): readonly Reading[] {
    const reader = readers.get(userId)
    return reader === undefined ? [] : [{ userId, reader, newcomers: [...reader.newcomers] }]
  }
  function sendRead(
    { reader, newcomers }: Reading,
    state: ListState | undefined,
    added: readonly StoredNotice[],
  ): void {
    if (state === undefined) throw new Error('the state of a list is missing')
    const before = reader.sent
    const isNew = before !== undefined && state.lastNumber > before.lastNumber
    const others = [...reader.subscribers].filter((one) => !reader.newcomers.has(one))
    const sent = { ...state, lastNumber: Math.max(state.lastNumber, added.at(-1)?.number ?? 0) }
    if (isNew || before?.unread !== state.unread) sendChange(others, sent, added)
    reader.sent = sent
    for (const newcomer of newcomers) {
      if (reader.newcomers.delete(newcomer)) send(newcomer, encode(sent, []), true)
    }
  }
  /** All languages are encoded before the first is sent: after a failure, no user gets the same notices again. */
  function sendChange(to: readonly Subscriber[], state: ListState, added: readonly StoredNotice[]): void {
    const encoded = new Map<LanguageCode, string>()
    for (const { language } of to)
      if (!encoded.has(language)) encoded.set(language, encode(state, rowsOf(added, state, language)))
    for (const subscriber of to) send(subscriber, encoded.get(subscriber.language) ?? '', false)
  }
  function rowsOf(added: readonly StoredNotice[], { readNumber }: ListState, language: LanguageCode) {
    if (added.length > maxPushedNotices) return null
    const say = translatorFor(language)
    return added.map((notice) => noticeToWire(notice, { language, say, readNumber }))
  }
  return {
    join(userId, subscriber) {
      const reader = readers.get(userId) ?? newReader()
      readers.set(userId, reader)
      reader.subscribers.add(subscriber)
      reader.newcomers.add(subscriber)
      refresh([userId])
    },
    leave(userId, subscriber) {
      const reader = readers.get(userId)
      if (reader === undefined) return
      reader.subscribers.delete(subscriber)
      reader.newcomers.delete(subscriber)
      if (reader.subscribers.size === 0) readers.delete(userId)
    },
    onChanged: (userIds) => refresh(userIds ?? readers.keys()),
  }
}

function newReader(): Reader {
  return { subscribers: new Set(), newcomers: new Set(), sent: undefined }
}

function encode({ unread, lastNumber }: ListState, rows: readonly ListedNotice[] | null): string {
  return JSON.stringify({ Unread: unread, LastId: lastNumber, Notices: rows } satisfies NoticePush)
}
