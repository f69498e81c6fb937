// Pictures of the chat: re-encoded by uploads, stored here, so that they are deleted with their thread.
import { type Refusal, refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import { supportLimits } from '#core/support/support.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'
import {
  insertPicture,
  lockVisitorPictures,
  type PictureUsage,
  readDeskUsage,
  readPictureUsage,
} from '#server/support/pictures-store.ts'
import type { Picture, SupportClient, Thread, ThreadOwner } from '#server/support/support-types.ts'
import { findThread, lockThread, lockThreadById } from '#server/support/threads-store.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

export type PictureParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly uploads: Pick<Uploads, 'clean'>
}

export type ReceivedPicture = {
  readonly bytes: Uint8Array
  /** The media type sent with the file. */
  readonly claimedType: string
}

export type AddedPicture = { readonly kind: 'added'; readonly picture: Picture } | Refusal

/** Visitors of one address share the attempts. */
export async function addOwnPicture(
  parts: PictureParts,
  owner: ThreadOwner,
  { bytes, claimedType }: ReceivedPicture,
  { language, limitKey }: SupportClient,
): Promise<AddedPicture> {
  const { pool, clock, uploads } = parts
  const since = new Date(clock.now() - dayMs)
  const hasSpace = async () => {
    const thread = await findThread(pool, owner)
    return thread === undefined || hasRoom(thread, await readPictureUsage(pool, thread.id, since), 0)
  }
  const payer = owner.kind === 'user' ? String(owner.userId) : `visitor:${limitKey}`
  const cleaned = await uploads.clean({ owner: payer, bytes, claimedType }, hasSpace)
  if (cleaned.kind === 'refused') return refused(cleaned.reason)
  return await inTransaction(pool, async (client) => {
    const at = new Date(clock.now())
    if (owner.kind === 'visitor') await lockVisitorPictures(client)
    const thread = await lockThread(client, owner, { language, at })
    if (thread === undefined) return refused('support_ended')
    const usage = await readPictureUsage(client, thread.id, since)
    if (!hasRoom(thread, usage, cleaned.bytes.length)) return refused('image_quota')
    return await insert(parts, client, { ...cleaned, threadId: thread.id, operatorId: undefined, at })
  })
}

/** Of an operator, for an answer in this thread. */
export async function addDeskPicture(
  parts: PictureParts,
  threadId: number,
  operatorId: number,
  { bytes, claimedType }: ReceivedPicture,
): Promise<AddedPicture> {
  const owner = `operator:${operatorId}`
  const hasSpace = async () => hasDeskRoom(await readDeskUsage(parts.pool, threadId, operatorId), 0)
  const cleaned = await parts.uploads.clean({ owner, bytes, claimedType }, hasSpace)
  if (cleaned.kind === 'refused') return refused(cleaned.reason)
  return await inTransaction(parts.pool, async (client) => {
    const thread = await lockThreadById(client, threadId)
    if (thread === undefined) return refused('not_found')
    const usage = await readDeskUsage(client, threadId, operatorId)
    if (!hasDeskRoom(usage, cleaned.bytes.length)) return refused('image_quota')
    const at = new Date(parts.clock.now())
    return await insert(parts, client, { ...cleaned, threadId, operatorId, at })
  })
}

type Insert = {
  readonly threadId: number
  readonly operatorId: number | undefined
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly at: Date
}

async function insert({ random }: PictureParts, client: PoolClient, picture: Insert): Promise<AddedPicture> {
  // 128 random bits, so that a name cannot be guessed. Reading checks the thread as well.
  const name = Buffer.from(random.bytes(16)).toString('hex')
  const author = picture.operatorId === undefined ? 'user' : 'desk'
  await insertPicture(client, { ...picture, name, author })
  const { width, height } = picture
  return { kind: 'added', picture: { name, width, height } }
}

/** Operators may exceed what a visitor may send, but not what any thread may hold. */
function hasDeskRoom({ unsent, bytes }: Pick<PictureUsage, 'unsent' | 'bytes'>, added: number): boolean {
  return unsent < supportLimits.unsentPictures && bytes + added <= supportLimits.pictureBytes
}

function hasRoom({ userId }: Thread, usage: PictureUsage, added: number): boolean {
  if (usage.unsent >= supportLimits.unsentPictures) return false
  if (userId !== undefined)
    return usage.today < supportLimits.picturesPerDay && usage.bytes + added <= supportLimits.pictureBytes
  return (
    usage.today < supportLimits.picturesOfVisitorPerDay &&
    usage.ofAddress < supportLimits.visitorPicturesPerDay &&
    usage.bytes + added <= supportLimits.pictureBytesOfVisitor &&
    usage.ofVisitors + added <= supportLimits.visitorPictureBytes
  )
}
