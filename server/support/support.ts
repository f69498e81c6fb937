// Entry point of support: the chat of users, demo users and visitors with operators.
import { dayMs } from '#core/candle/period.ts'
import { supportLimits } from '#core/support/support.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import { createTokenBuckets, type TokenBuckets } from '#server/platform/token-bucket.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { inTransaction, type Listen } from '#server/storage/storage.ts'
import { type AwayParts, deliveredWithinMs, noticeAway } from '#server/support/away-notices.ts'
import { dueAfterRead } from '#server/support/away-store.ts'
import { notifyChange } from '#server/support/changes-store.ts'
import { type ClaimResult, claimThread } from '#server/support/claim-thread.ts'
import { readMessages } from '#server/support/messages-store.ts'
import {
  type AddedPicture,
  addOwnPicture,
  type PictureParts,
  type ReceivedPicture,
} from '#server/support/pictures.ts'
import { deleteUnsentPictures, readThreadPicture } from '#server/support/pictures-store.ts'
import { type SendResult, sendOwn } from '#server/support/send-message.ts'
import { createSupportDesk, type SupportDesk } from '#server/support/support-desk.ts'
import type {
  Marks,
  Message,
  MessagesQuery,
  OwnThread,
  SupportClient,
  ThreadOwner,
  TypedMessage,
} from '#server/support/support-types.ts'
import { startThreadFeed, type ThreadFeed } from '#server/support/thread-feed.ts'
import {
  countUnread,
  deleteVisitors,
  findThread,
  findVisitor,
  insertVisitor,
  raiseMarks,
} from '#server/support/threads-store.ts'
import type { ReadResult } from '#server/uploads/uploads.ts'

export type { CannedAnswer } from '#server/support/canned-store.ts'
export type { Times } from '#server/support/episodes-store.ts'
export type { SupportDesk } from '#server/support/support-desk.ts'
export type { Message, OwnThread, ThreadOwner } from '#server/support/support-types.ts'
export type { DeskPush, OwnPush, ThreadFeed } from '#server/support/thread-feed.ts'

export type Support = {
  /** The token of a new visitor's thread. Undefined if the address has opened too many today. */
  readonly open: (client: SupportClient) => Promise<string | undefined>
  /** The visitor's thread of a token. Undefined if it is unknown, claimed or deleted. */
  readonly findVisitor: (token: string) => Promise<{ readonly threadId: number } | undefined>
  /** Undefined for a user who has none yet. */
  readonly thread: (owner: ThreadOwner) => Promise<OwnThread | undefined>
  readonly messages: (owner: ThreadOwner, query: MessagesQuery) => Promise<readonly Message[]>
  /** Idempotent by key. */
  readonly send: (owner: ThreadOwner, typed: TypedMessage, language: LanguageCode) => Promise<SendResult>
  readonly mark: (owner: ThreadOwner, marks: Marks) => Promise<void>
  readonly typing: (owner: ThreadOwner) => Promise<void>
  /** Idempotent. */
  readonly claim: (claim: {
    readonly userId: number
    readonly token: string
    readonly language: LanguageCode
  }) => Promise<ClaimResult>
  readonly addPicture: (
    owner: ThreadOwner,
    picture: ReceivedPicture,
    client: SupportClient,
  ) => Promise<AddedPicture>
  /** Unknown if it is not in the owner's thread. */
  readonly picture: (owner: ThreadOwner, name: string) => Promise<ReadResult>
  readonly feed: ThreadFeed
  /** For operators. */
  readonly desk: SupportDesk
  /** Deletes visitors' threads without activity, and pictures that were not sent. */
  readonly sweep: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type SupportParts = PictureParts &
  AwayParts & {
    readonly clock: Clock
    readonly listen: Listen
    readonly timers: Timers
    readonly log: Pick<Log, 'warn' | 'error'>
    /** Undefined without limits. */
    readonly typingLimit: Pick<TokenBuckets, 'take'> | undefined
  }

const visitorsKeptMs = 90 * dayMs
const threadsPerBatch = 100
/** Fewer rows per statement than in other sweeps, because each row holds an image. */
const picturesPerBatch = 100
const awayEveryMs = 5_000
/** Of one thread. A picture is read with many statements. */
const pictureReads = { perSecond: 2, burst: 20 }

export async function createSupport(parts: SupportParts): Promise<Support> {
  const { pool, clock, random } = parts
  const feed = await startThreadFeed(parts)
  const stopAway = startAwayNotices(parts)
  const readLimit = createTokenBuckets(pictureReads, clock)
  const ago = (ms: number) => new Date(clock.now() - ms)

  async function changeOf(owner: ThreadOwner) {
    const thread = await findThread(pool, owner)
    return thread && { threadId: thread.id, userId: thread.userId }
  }
  async function deleteInactive(limit: number): Promise<number> {
    return await inTransaction(pool, async (client) => {
      const bounds = { inactiveBefore: ago(visitorsKeptMs), emptyBefore: ago(dayMs), limit }
      const deleted = await deleteVisitors(client, bounds)
      for (const threadId of deleted)
        await notifyChange(client, { kind: 'ended', threadId, userId: undefined })
      return deleted.length
    })
  }
  return {
    feed,
    desk: createSupportDesk(parts),
    async open({ language, limitKey }) {
      const token = newToken(random)
      const visitor = { tokenHash: hashToken(token), limitKey, language, at: new Date(clock.now()) }
      const limit = { most: supportLimits.visitorThreadsPerDay, since: ago(dayMs) }
      const isOpened = await inTransaction(pool, (client) => insertVisitor(client, visitor, limit))
      return isOpened ? token : undefined
    },
    async findVisitor(token) {
      const threadId = await findVisitor(pool, hashToken(token))
      return threadId === undefined ? undefined : { threadId }
    },
    async thread(owner) {
      const thread = await findThread(pool, owner)
      if (thread === undefined) return undefined
      return { ...thread, unread: await countUnread(pool, thread.id, 'desk', thread.userRead) }
    },
    async messages(owner, query) {
      const thread = await findThread(pool, owner)
      return thread === undefined ? [] : await readMessages(pool, thread.id, query)
    },
    send: async (owner, typed, language) => await sendOwn(parts, owner, typed, language),
    async mark(owner, marks) {
      const changed = await changeOf(owner)
      if (changed === undefined) return
      const { threadId } = changed
      const noticeAt = new Date(clock.now() + deliveredWithinMs)
      await inTransaction(pool, async (client) => {
        if (!(await raiseMarks(client, { threadId, side: 'user', marks }))) return
        await dueAfterRead(client, threadId, noticeAt)
        await notifyChange(client, { kind: 'thread', ...changed })
      })
    },
    async typing(owner) {
      const changed = await changeOf(owner)
      if (changed === undefined) return
      if (parts.typingLimit?.take(`user:${changed.threadId}`).ok === false) return
      await notifyChange(pool, { kind: 'typing', by: 'user', ...changed })
    },
    claim: async (claim) => await claimThread(parts, claim),
    addPicture: async (owner, picture, client) => await addOwnPicture(parts, owner, picture, client),
    async picture(owner, name) {
      const thread = await findThread(pool, owner)
      if (thread === undefined) return { kind: 'unknown' }
      const admission = readLimit.take(String(thread.id))
      if (!admission.ok) return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
      const bytes = await readThreadPicture(pool, thread.id, name)
      return bytes === undefined ? { kind: 'unknown' } : { kind: 'found', bytes }
    },
    async sweep() {
      await deleteInBatches(deleteInactive, threadsPerBatch)
      await deleteInBatches((limit) => deleteUnsentPictures(pool, ago(dayMs), limit), picturesPerBatch)
    },
    async stop() {
      feed.stop()
      await stopAway()
    },
  }
}

/** Several processes share the work. A run that fails is repeated with the next. */
function startAwayNotices(parts: AwayParts & Pick<SupportParts, 'timers' | 'log'>): () => Promise<void> {
  let running: Promise<void> | undefined
  async function run(): Promise<void> {
    try {
      await noticeAway(parts)
    } catch (fault) {
      parts.log.error({ fault }, 'could not tell users of answers of support')
    }
  }
  const cancel = parts.timers.every(awayEveryMs, () => {
    running ??= run().finally(() => {
      running = undefined
    })
  })
  return async () => {
    cancel()
    await running
  }
}
