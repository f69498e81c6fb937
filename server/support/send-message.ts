// A message as its author sends it. Numbers are gapless, because the thread is locked until the commit.
import { type Refusal, refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import { saysSomething, supportLimits } from '#core/support/support.ts'
import { defaultLanguage, type LanguageCode } from '#i18n/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'
import { deliveredWithinMs } from '#server/support/away-notices.ts'
import { notifyChange } from '#server/support/changes-store.ts'
import {
  addAnswer,
  addUserMessage,
  countSince,
  findByKey,
  insertMessage,
  isOwnOrder,
  readMessage,
} from '#server/support/messages-store.ts'
import { sendPictures } from '#server/support/pictures-store.ts'
import type { Message, Reviewer, Thread, ThreadOwner, TypedMessage } from '#server/support/support-types.ts'
import { lockThread, lockThreadById } from '#server/support/threads-store.ts'

export type SendParts = { readonly pool: Pool; readonly clock: Pick<Clock, 'now'> }

export type SendResult = { readonly kind: 'sent'; readonly message: Message } | Refusal

/** Idempotent by key. */
export async function sendOwn(
  { pool, clock }: SendParts,
  owner: ThreadOwner,
  typed: TypedMessage,
  language: LanguageCode = defaultLanguage,
): Promise<SendResult> {
  return await undoing(pool, async (client) => {
    const at = new Date(clock.now())
    const thread = await lockThread(client, owner, { language, at })
    if (thread === undefined) return refused('support_ended')
    const known = await findRepeat(client, thread, 'user', typed)
    if (known !== undefined) return known
    const problem = await ownProblem(client, thread, typed, at)
    if (problem !== undefined) return problem
    const number = thread.lastNumber + 1
    await addUserMessage(client, thread.id, number, at)
    return await store(client, { thread, typed, number, author: 'user', operatorId: undefined, at })
  })
}

/**
 * Idempotent by key. The message itself names its operator for good. `read` is the newest message that the operator saw;
 * all of them if undefined.
 */
export async function sendAnswer(
  { pool, clock }: SendParts,
  answer: Reviewer & {
    readonly threadId: number
    readonly typed: TypedMessage
    readonly read?: number | undefined
  },
): Promise<SendResult> {
  const { threadId, typed, operator, read } = answer
  return await undoing(pool, async (client) => {
    const thread = await lockThreadById(client, threadId)
    if (thread === undefined) return refused('not_found')
    const known = await findRepeat(client, thread, 'desk', typed)
    if (known !== undefined) return known
    if (!saysSomething({ ...typed, pictures: namesIn(typed.images).length })) return refused('support_empty')
    const at = new Date(clock.now())
    const { operatorId } = operator
    const number = thread.lastNumber + 1
    const noticeAt = new Date(clock.now() + deliveredWithinMs)
    const seen = Math.min(read ?? thread.lastNumber, thread.lastNumber)
    await addAnswer(client, { threadId, number, seen, operatorId, at, noticeAt })
    return await store(client, { thread, typed, number, author: 'desk', operatorId, at })
  })
}

async function findRepeat(
  client: PoolClient,
  thread: Thread,
  author: 'user' | 'desk',
  { key, fingerprint }: TypedMessage,
): Promise<SendResult | undefined> {
  const known = await findByKey(client, thread.id, author, key)
  if (known === undefined) return undefined
  if (known.fingerprint !== fingerprint) return refused('idempotency_mismatch')
  return await sent(client, thread.id, known.number)
}

async function ownProblem(
  client: PoolClient,
  { id, userId }: Thread,
  { text, images, orderId }: TypedMessage,
  at: Date,
): Promise<Refusal | undefined> {
  if (!saysSomething({ text, pictures: namesIn(images).length, orderId })) return refused('support_empty')
  const most = userId === undefined ? supportLimits.messagesOfVisitorPerDay : supportLimits.messagesPerDay
  if ((await countSince(client, id, new Date(at.getTime() - dayMs))) >= most) return refused('support_limit')
  if (orderId === undefined) return undefined
  // Orders of others are answered like those that do not exist.
  const isOwn = userId !== undefined && (await isOwnOrder(client, userId, orderId))
  return isOwn ? undefined : refused('order_not_found')
}

type Stored = {
  readonly thread: Thread
  readonly typed: TypedMessage
  readonly number: number
  readonly author: 'user' | 'desk'
  readonly operatorId: number | undefined
  readonly at: Date
}

/** Throws to undo the message if a picture cannot be sent. */
async function store(client: PoolClient, stored: Stored): Promise<SendResult> {
  const { thread, typed, number, author, operatorId, at } = stored
  const threadId = thread.id
  const { key, fingerprint, text, orderId } = typed
  const names = namesIn(typed.images)
  const messageId = await insertMessage(client, {
    ...{ threadId, number, author, operatorId, key, fingerprint, text, orderId, at },
  })
  if (names.length > 0 && !(await sendPictures(client, { threadId, messageId, author, operatorId, names })))
    throw new PictureUnknown()
  await notifyChange(client, { kind: 'message', threadId, userId: thread.userId, number })
  return await sent(client, threadId, number)
}

class PictureUnknown extends Error {}

/** A picture that cannot be sent undoes the whole message. */
async function undoing(pool: Pool, work: (client: PoolClient) => Promise<SendResult>): Promise<SendResult> {
  try {
    return await inTransaction(pool, work)
  } catch (caught) {
    if (caught instanceof PictureUnknown) return refused('image_unknown')
    throw caught
  }
}

async function sent(client: PoolClient, threadId: number, number: number): Promise<SendResult> {
  const message = await readMessage(client, { threadId, number })
  if (message === undefined) throw new Error('the sent message was not found')
  return { kind: 'sent', message }
}

/** Without repeats. The form of each is checked already. */
function namesIn(images: string): readonly string[] {
  return [...new Set(images.split(',').filter((name) => name !== ''))]
}
