// The unread count of each user with a socket, and the notices that were added since.
import type { ListedNotice } from '#contract/calls/notices.ts'
import { maxPushedNotices, type NoticePush } from '#contract/live.ts'
import { noticeToWire } from '#contract/notice-wire.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Subscriber } from '#server/live/topic.ts'
import type { ListState, Notices, StoredNotice } from '#server/notices/notices.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

export type NoticeTopicParts = {
  readonly notices: Pick<Notices, 'state' | 'after'>
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
  isReading: boolean
  /** The list may have changed since the last read began. */
  isStale: boolean
}

const retryMs = 2_000
/** Many sockets may arrive together after a restart. */
const reads = { maxRunning: 4, maxQueued: 100_000 }

export function createNoticeTopic({
  notices,
  translatorFor,
  timers,
  log,
  send,
}: NoticeTopicParts): NoticeTopic {
  const readers = new Map<number, Reader>()
  const limit = createConcurrencyLimit(reads)

  async function readOnce(userId: number, reader: Reader): Promise<void> {
    reader.isStale = false
    const newcomers = [...reader.newcomers]
    const state = await notices.state(userId)
    const { sent } = reader
    const isNew = sent !== undefined && state.lastNumber > sent.lastNumber
    const added = isNew ? await notices.after(userId, sent.lastNumber, maxPushedNotices + 1) : []
    reader.sent = { ...state, lastNumber: Math.max(state.lastNumber, added.at(-1)?.number ?? 0) }
    const others = [...reader.subscribers].filter((one) => !reader.newcomers.has(one))
    if (isNew || sent?.unread !== state.unread) sendChange(others, reader.sent, added)
    for (const newcomer of newcomers) {
      if (reader.newcomers.delete(newcomer)) send(newcomer, encode(reader.sent, []), true)
    }
  }
  function sendChange(to: readonly Subscriber[], state: ListState, added: readonly StoredNotice[]): void {
    const encoded = new Map<LanguageCode, string>()
    for (const subscriber of to) {
      const { language } = subscriber
      const data = encoded.get(language) ?? encode(state, rowsOf(added, state, language))
      encoded.set(language, data)
      send(subscriber, data, false)
    }
  }
  function rowsOf(added: readonly StoredNotice[], { readNumber }: ListState, language: LanguageCode) {
    if (added.length > maxPushedNotices) return null
    const say = translatorFor(language)
    return added.map((notice) => noticeToWire(notice, { language, say, readNumber }))
  }
  async function read(userId: number, reader: Reader): Promise<void> {
    if (reader.isReading) return
    reader.isReading = true
    try {
      while (reader.isStale && reader.subscribers.size > 0) {
        if ((await limit.run(() => readOnce(userId, reader))) === 'busy')
          throw new Error('too many lists of notices are waiting to be read')
      }
    } catch (fault) {
      log.error({ fault }, 'could not read notices for the live socket')
      timers.after(retryMs, () => refresh(userId, reader))
    } finally {
      reader.isReading = false
    }
  }
  function refresh(userId: number, reader: Reader): void {
    reader.isStale = true
    void read(userId, reader)
  }
  return {
    join(userId, subscriber) {
      const reader = readers.get(userId) ?? newReader()
      readers.set(userId, reader)
      reader.subscribers.add(subscriber)
      reader.newcomers.add(subscriber)
      refresh(userId, reader)
    },
    leave(userId, subscriber) {
      const reader = readers.get(userId)
      if (reader === undefined) return
      reader.subscribers.delete(subscriber)
      reader.newcomers.delete(subscriber)
      if (reader.subscribers.size === 0) readers.delete(userId)
    },
    onChanged(userIds) {
      for (const userId of userIds ?? readers.keys()) {
        const reader = readers.get(userId)
        if (reader !== undefined) refresh(userId, reader)
      }
    },
  }
}

function newReader(): Reader {
  return { subscribers: new Set(), newcomers: new Set(), sent: undefined, isReading: false, isStale: false }
}

function encode({ unread, lastNumber }: ListState, rows: readonly ListedNotice[] | null): string {
  return JSON.stringify({ Unread: unread, LastId: lastNumber, Notices: rows } satisfies NoticePush)
}
