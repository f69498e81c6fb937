// Support threads as operators work on them. Reads are audited before they are answered.
import { type Refusal, refused } from '#contract/outcome.ts'
import { supportLimits } from '#core/support/support.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'
import { type CannedAnswers, createCannedAnswers } from '#server/support/canned-answers.ts'
import { notifyChange } from '#server/support/changes-store.ts'
import {
  closeThread,
  type Episode,
  type Figures,
  readEpisodes,
  readFigures,
} from '#server/support/episodes-store.ts'
import {
  countWaiting,
  type DeskThread,
  type InboxQuery,
  listThreads,
  readDeskThreads,
  searchThreads,
} from '#server/support/inbox-store.ts'
import { readMessage, readMessages } from '#server/support/messages-store.ts'
import {
  type AddedPicture,
  addDeskPicture,
  type PictureParts,
  type ReceivedPicture,
} from '#server/support/pictures.ts'
import { findPictureThread, readPicture } from '#server/support/pictures-store.ts'
import { type SendResult, sendAnswer } from '#server/support/send-message.ts'
import { auditSupport } from '#server/support/support-audit.ts'
import type { Marks, Message, MessagesQuery, Reviewer, TypedMessage } from '#server/support/support-types.ts'
import { assignThread, lockThreadById, raiseMarks } from '#server/support/threads-store.ts'

type OfThread = Reviewer & { readonly id: number }

export type ThreadResult = { readonly kind: 'changed'; readonly thread: DeskThread } | Refusal

export type SupportDesk = {
  /** Audited, like everything below that reads. */
  readonly inbox: (query: InboxQuery, reviewer: Reviewer) => Promise<Inbox>
  readonly search: (text: string, reviewer: Reviewer) => Promise<readonly Found[]>
  /** Undefined if it does not exist, or was claimed. */
  readonly view: (viewed: OfThread) => Promise<ViewedThread | undefined>
  readonly messages: (viewed: OfThread, query: MessagesQuery) => Promise<ViewedMessages | undefined>
  /** The order that a message names. */
  readonly order: (viewed: OfThread & { readonly number: number }) => Promise<NamedOrder | undefined>
  readonly image: (viewed: Reviewer & { readonly name: string }) => Promise<Uint8Array | undefined>
  readonly exportThread: (viewed: OfThread) => Promise<ViewedMessages | undefined>
  /** Idempotent by key. `read`: the newest message that the operator saw; all of them if undefined. */
  readonly answer: (
    answer: OfThread & { readonly typed: TypedMessage; readonly read: number | undefined },
  ) => Promise<SendResult>
  /** Audited. Refused if another operator has it, unless it is taken over. */
  readonly assign: (assigned: OfThread & { readonly isTakeOver: boolean }) => Promise<ThreadResult>
  /** Audited. The thread is unassigned afterwards. Refused if another operator has it. */
  readonly release: (released: OfThread) => Promise<ThreadResult>
  /** Audited. */
  readonly close: (closed: OfThread) => Promise<ThreadResult>
  readonly mark: (id: number, marks: Marks) => Promise<void>
  readonly typing: (id: number) => Promise<void>
  readonly addPicture: (id: number, operatorId: number, picture: ReceivedPicture) => Promise<AddedPicture>
  readonly waitingCount: () => Promise<number>
  readonly figures: (from: Date, to: Date) => Promise<Figures>
  readonly canned: CannedAnswers
}

type Inbox = { readonly threads: readonly DeskThread[]; readonly total: number; readonly waiting: number }
type Found = { readonly thread: DeskThread; readonly number: number | undefined }
type ViewedThread = { readonly thread: DeskThread; readonly episodes: readonly Episode[] }
type ViewedMessages = { readonly thread: DeskThread; readonly messages: readonly Message[] }
type NamedOrder = { readonly userId: number; readonly orderId: number }

const shownEpisodes = 20

export function createSupportDesk(
  parts: PictureParts & { readonly typingLimit: Pick<TokenBuckets, 'take'> | undefined },
): SupportDesk {
  const { pool, clock } = parts

  async function find(client: PoolClient, id: number): Promise<DeskThread | undefined> {
    return (await readDeskThreads(client, [id]))[0]
  }
  /** Reads and audits in one transaction: what cannot be audited is not shown. */
  async function reading<Result>(
    viewed: OfThread,
    action: string,
    read: (client: PoolClient, thread: DeskThread) => Promise<Result>,
  ): Promise<Result | undefined> {
    return await inTransaction(pool, async (client) => {
      const thread = await find(client, viewed.id)
      if (thread === undefined) return undefined
      const details = thread.userId === undefined ? {} : { user: thread.userId }
      await auditSupport(client, viewed, action, `support_thread:${viewed.id}`, details)
      return await read(client, thread)
    })
  }
  /** Changes a locked thread. Its sockets are told after the commit. */
  async function changing(
    changed: OfThread,
    change: (client: PoolClient, thread: DeskThread) => Promise<Refusal | undefined>,
  ): Promise<ThreadResult> {
    return await inTransaction(pool, async (client) => {
      const locked = await lockThreadById(client, changed.id)
      const before = locked && (await find(client, changed.id))
      if (before === undefined) return refused('not_found')
      const refusal = await change(client, before)
      if (refusal !== undefined) return refusal
      await notifyChange(client, { kind: 'thread', threadId: before.id, userId: before.userId })
      const thread = await find(client, changed.id)
      return thread === undefined ? refused('not_found') : { kind: 'changed', thread }
    })
  }
  async function changeOf(id: number) {
    const [thread] = await readDeskThreads(pool, [id])
    return thread && { threadId: id, userId: thread.userId }
  }
  return {
    async inbox(query, reviewer) {
      await auditSupport(pool, reviewer, 'support_inbox_viewed', `support_inbox:${query.state}:${query.page}`)
      return { ...(await listThreads(pool, query)), waiting: await countWaiting(pool) }
    },
    async search(text, reviewer) {
      await auditSupport(pool, reviewer, 'support_searched', 'support')
      const found = await searchThreads(pool, text.trim(), supportLimits.searched)
      const ids = [...new Set(found.map(({ id }) => id))]
      const threads = new Map((await readDeskThreads(pool, ids)).map((thread) => [thread.id, thread]))
      return found.flatMap(({ id, number }) => {
        const thread = threads.get(id)
        return thread === undefined ? [] : [{ thread, number }]
      })
    },
    view: async (viewed) =>
      await reading(viewed, 'support_thread_viewed', async (client, thread) => ({
        thread,
        episodes: await readEpisodes(client, thread.id, shownEpisodes),
      })),
    messages: async (viewed, query) =>
      await reading(viewed, 'support_messages_viewed', async (client, thread) => ({
        thread,
        messages: await readMessages(client, thread.id, query),
      })),
    async order(viewed) {
      return await reading(viewed, 'support_order_viewed', async (client, { id, userId }) => {
        const orderId = (await readMessage(client, { threadId: id, number: viewed.number }))?.orderId
        return orderId === undefined || userId === undefined ? undefined : { userId, orderId }
      })
    },
    async image(viewed) {
      const isShown = await inTransaction(pool, async (client) => {
        const threadId = await findPictureThread(client, viewed.name)
        if (threadId === undefined) return false
        await auditSupport(client, viewed, 'support_picture_viewed', `support_thread:${threadId}`)
        return true
      })
      return isShown ? await readPicture(pool, viewed.name) : undefined
    },
    async exportThread(viewed) {
      return await reading(viewed, 'support_thread_exported', async (client, thread) => {
        const messages: Message[] = []
        let after = Math.max(0, thread.lastNumber - mostExported)
        for (let page = await readPage(client, thread.id, after); page.length > 0; ) {
          messages.push(...page)
          after = page.at(-1)?.number ?? after
          page = await readPage(client, thread.id, after)
        }
        return { thread, messages }
      })
    },
    answer: async ({ id, ...answer }) => await sendAnswer(parts, { ...answer, threadId: id }),
    assign: async (assigned) =>
      await changing(assigned, async (client, { id, assignedId, assignedTo }) => {
        const { operatorId } = assigned.operator
        if (assignedId === operatorId) return undefined
        if (assignedId !== undefined && !assigned.isTakeOver) return refused('support_assigned')
        await assignThread(client, id, operatorId)
        const action = assignedId === undefined ? 'support_thread_assigned' : 'support_thread_taken_over'
        const details = assignedId === undefined ? {} : { from: assignedTo }
        await auditSupport(client, assigned, action, `support_thread:${id}`, details)
        return undefined
      }),
    release: async (released) =>
      await changing(released, async (client, { id, assignedId }) => {
        if (assignedId === undefined) return undefined
        if (assignedId !== released.operator.operatorId) return refused('support_assigned')
        await assignThread(client, id, null)
        await auditSupport(client, released, 'support_thread_released', `support_thread:${id}`)
        return undefined
      }),
    close: async (closed) =>
      await changing(closed, async (client, { id, isOpen }) => {
        if (!isOpen) return undefined
        const { operatorId } = closed.operator
        await closeThread(client, { threadId: id, operatorId, at: new Date(clock.now()) })
        await auditSupport(client, closed, 'support_thread_closed', `support_thread:${id}`)
        return undefined
      }),
    async mark(id, marks) {
      const changed = await changeOf(id)
      if (changed === undefined) return
      if (await raiseMarks(pool, { threadId: id, side: 'desk', marks }))
        await notifyChange(pool, { kind: 'thread', ...changed })
    },
    async typing(id) {
      const changed = await changeOf(id)
      if (changed === undefined || parts.typingLimit?.take(`desk:${id}`).ok === false) return
      await notifyChange(pool, { kind: 'typing', by: 'desk', ...changed })
    },
    addPicture: async (id, operatorId, picture) => await addDeskPicture(parts, id, operatorId, picture),
    waitingCount: async () => await countWaiting(pool),
    figures: async (from, to) => await readFigures(pool, from, to),
    canned: createCannedAnswers(parts),
  }
}

/** The newest ones: a file is held in memory. */
const mostExported = 10_000
const exportPage = 500

async function readPage(client: PoolClient, threadId: number, after: number): Promise<readonly Message[]> {
  return await readMessages(client, threadId, { after, before: undefined, limit: exportPage })
}
