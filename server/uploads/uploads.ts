// Entry point of uploads: private images, re-encoded before they are stored.
import { dayMs } from '#core/candle/period.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Log } from '#server/platform/log.ts'
import type { Random } from '#server/platform/random.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { createDecodingLimit } from '#server/uploads/decoding-limit.ts'
import { type Encoded, encodeImage, type ImageRefusal, inspectImage } from '#server/uploads/image.ts'
import { hasRoom } from '#server/uploads/upload-quota.ts'
import {
  claimUploads,
  deleteOrphans,
  findDuplicates,
  readAnyUpload,
  readOwnUpload,
  readUsage,
  storeUpload,
  type UploadPurpose,
} from '#server/uploads/uploads-store.ts'

export type UploadRefusal = ImageRefusal | 'image_quota' | 'busy'

export type StoreResult =
  | { readonly kind: 'kept'; readonly name: string }
  | { readonly kind: 'refused'; readonly reason: UploadRefusal }

export type ReadResult =
  | { readonly kind: 'found'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too_many_requests'; readonly retryAfterSeconds: number }

/** A checked and re-encoded JPEG. */
export type CleanImage = Omit<Extract<Encoded, { readonly kind: 'encoded' }>, 'kind'>

export type CleanResult =
  | ({ readonly kind: 'clean' } & CleanImage)
  | { readonly kind: 'refused'; readonly reason: UploadRefusal }

type Cleaning = {
  /** Whose uploads are limited together. */
  readonly owner: string
  readonly bytes: Uint8Array
  readonly claimedType: string
  /** The longest side of the result in pixels, if not the usual one. */
  readonly side?: number
}

export type Received = {
  readonly ownerId: number
  readonly bytes: Uint8Array
  /** The media type sent with the file. It may be vague, but must not contradict the bytes. */
  readonly claimedType: string
}

export type Claim = {
  readonly ownerId: number
  readonly names: readonly string[]
  readonly keptFor: UploadPurpose
}

export type Uploads = {
  /** Stores nothing when it refuses. */
  readonly store: (received: Received) => Promise<StoreResult>
  /** Checks and encodes an image like `store`, and stores nothing. */
  readonly clean: (cleaning: Cleaning, hasSpace: () => Promise<boolean>) => Promise<CleanResult>
  /** Returns the JPEG to its owner only. */
  readonly read: (asked: { readonly name: string; readonly ownerId: number }) => Promise<ReadResult>
  /** For operators: an image of any owner. The caller writes the audit entry. */
  readonly readForOperator: (name: string) => Promise<Uint8Array | undefined>
  /** Runs in the caller's transaction. Claims all or none: false if one is not the owner's or already claimed. */
  readonly claim: (client: PoolClient, claim: Claim) => Promise<boolean>
  /** Whether two of the named images are identical, byte by byte. Ignores images of other owners. */
  readonly hasDuplicates: (
    client: PoolClient,
    asked: { readonly ownerId: number; readonly names: readonly string[] },
  ) => Promise<boolean>
  /** Deletes images that were not claimed within a day and returns their number. */
  readonly sweep: () => Promise<number>
}

type UploadsParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Refused uploads cost work too, and no table counts them. */
const attempts = { perSecond: 0.2, burst: 20 }
/** An image is read with many statements. */
const reads = { perSecond: 2, burst: 20 }
/** Fewer rows per statement than in other sweeps, because each row holds an image. */
const orphansPerBatch = 100

export function createUploads({ pool, clock, random, log }: UploadsParts): Uploads {
  const decoding = createDecodingLimit()
  const attemptLimit = createTokenBuckets(attempts, clock)
  const readLimit = createTokenBuckets(reads, clock)

  async function store({ ownerId, bytes, claimedType }: Received): Promise<StoreResult> {
    const hasSpace = async () => hasRoom(await readUsage(pool, ownerId, clock.now()), 0)
    const cleaned = await clean({ owner: String(ownerId), bytes, claimedType }, hasSpace)
    if (cleaned.kind === 'refused') return cleaned
    const name = newName(random)
    const isStored = await storeUpload(pool, { ...cleaned, name, ownerId }, clock.now())
    return isStored ? { kind: 'kept', name } : refuse('image_quota')
  }

  /** Looks for space only once the image is known to be one, and before it is decoded. */
  async function clean(
    { owner, bytes, claimedType, side }: Cleaning,
    hasSpace: () => Promise<boolean>,
  ): Promise<CleanResult> {
    if (!attemptLimit.take(owner).ok) return refuse('busy')
    const found = await inspectImage(bytes, claimedType)
    if (found.kind === 'refused') return found
    if (!(await hasSpace())) return refuse('image_quota')
    const { imageKind, pixels } = found
    const encoded = await decoding.run({ owner, pixels }, () => encodeImage(bytes, imageKind, side))
    if (encoded === undefined) return refuse('busy')
    if (encoded.kind === 'encoded') return { ...encoded, kind: 'clean' }
    log.info({ why: encoded.why }, 'could not decode an image')
    return refuse(encoded.reason)
  }

  async function read({ name, ownerId }: Parameters<Uploads['read']>[0]): Promise<ReadResult> {
    const admission = readLimit.take(String(ownerId))
    if (!admission.ok) return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
    const bytes = isName(name) ? await readOwnUpload(pool, name, ownerId) : undefined
    return bytes === undefined ? { kind: 'unknown' } : { kind: 'found', bytes }
  }

  return {
    store,
    clean,
    read,
    readForOperator: async (name) => (isName(name) ? await readAnyUpload(pool, name) : undefined),
    claim: async (client, { ownerId, names, keptFor }) =>
      names.every(isName) && (await claimUploads(client, ownerId, names, keptFor)),
    hasDuplicates: async (client, { ownerId, names }) =>
      names.every(isName) && (await findDuplicates(client, ownerId, names)),
    sweep: async () => {
      const beforeMs = clock.now() - dayMs
      return await deleteInBatches((limit) => deleteOrphans(pool, beforeMs, limit), orphansPerBatch)
    },
  }
}

function refuse(reason: UploadRefusal): Extract<StoreResult, { readonly kind: 'refused' }> {
  return { kind: 'refused', reason }
}

/** 128 random bits, so that a name cannot be guessed. Reading checks the owner as well. */
function newName(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('hex')
}

function isName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
