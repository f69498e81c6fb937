// The door of the uploads room: private pictures, written anew before they are kept.
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Random } from '#server/platform/random.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { createDecodingGate } from '#server/uploads/decoding-gate.ts'
import { type InspectionRefusal, inspectPicture } from '#server/uploads/inspection/inspect-picture.ts'
import { rewritePicture } from '#server/uploads/rewrite-picture.ts'
import { dayMs, hasRoom } from '#server/uploads/upload-quota.ts'
import {
  claimUploads,
  deleteOrphans,
  findTwins,
  type KeptFor,
  readAnyUpload,
  readOwnUpload,
  readUsage,
  storeUpload,
} from '#server/uploads/uploads-store.ts'

export type UploadRefusal = InspectionRefusal | 'image_quota' | 'busy'

export type Keeping =
  | { readonly kind: 'kept'; readonly name: string }
  | { readonly kind: 'refused'; readonly reason: UploadRefusal }

export type Reading =
  | { readonly kind: 'found'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too_many_requests'; readonly retryAfterSeconds: number }

export type Received = {
  readonly ownerId: number
  readonly bytes: Uint8Array
  /** The type the sender gave it; it may only agree with what the bytes say. */
  readonly claimedType: string
}

export type Claim = {
  readonly ownerId: number
  readonly names: readonly string[]
  readonly keptFor: KeptFor
}

export type Uploads = {
  /** Nothing is kept of what is refused. */
  readonly keep: (received: Received) => Promise<Keeping>
  /** A JPEG, to whoever uploaded it. */
  readonly read: (asked: { readonly name: string; readonly ownerId: number }) => Promise<Reading>
  /** Whoever it belongs to: for operators on duty. The caller writes the audit entry. */
  readonly readForDuty: (name: string) => Promise<Uint8Array | undefined>
  /** Within the caller's transaction. False when one is not the owner's or is taken, and then none is changed. */
  readonly claim: (client: PoolClient, claim: Claim) => Promise<boolean>
  /** Whether two of these pictures of the owner's are the same, byte by byte. */
  readonly hasTwins: (
    client: PoolClient,
    asked: { readonly ownerId: number; readonly names: readonly string[] },
  ) => Promise<boolean>
  /** Deletes what nothing claimed within a day; tells how many. */
  readonly sweep: () => Promise<number>
}

type UploadsParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Refused ones cost us work too, and are in no table to be counted. */
const attempts = { perSecond: 0.2, burst: 20 }
/** A picture leaves the database as text of twice its size, and reading that is work for the main thread. */
const readings = { perSecond: 2, burst: 20 }

export function createUploads({ pool, clock, random, log }: UploadsParts): Uploads {
  const gate = createDecodingGate()
  const limit = createTokenBuckets(attempts, clock)

  const readLimit = createTokenBuckets(readings, clock)

  async function keep({ ownerId, bytes, claimedType }: Received): Promise<Keeping> {
    if (!limit.take(String(ownerId)).ok) return refuse('busy')
    const found = inspectPicture(bytes, claimedType)
    if (found.kind === 'refused') return refuse(found.reason)
    if (!hasRoom(await readUsage(pool, ownerId, clock.now()), 0)) return refuse('image_quota')
    const { essence, pictureKind, pixels } = found
    const rewritten = await gate.pass({ ownerId, pixels }, () => rewritePicture(essence, pictureKind))
    if (rewritten === undefined) return refuse('busy')
    if (rewritten.kind === 'refused') {
      log.info({ why: rewritten.why }, 'a picture could not be decoded')
      return refuse(rewritten.reason)
    }
    const name = newName(random)
    const isStored = await storeUpload(pool, { ...rewritten, name, ownerId }, clock.now())
    return isStored ? { kind: 'kept', name } : refuse('image_quota')
  }

  async function read({ name, ownerId }: Parameters<Uploads['read']>[0]): Promise<Reading> {
    const admission = readLimit.take(String(ownerId))
    if (!admission.ok) return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
    const bytes = isName(name) ? await readOwnUpload(pool, name, ownerId) : undefined
    return bytes === undefined ? { kind: 'unknown' } : { kind: 'found', bytes }
  }

  return {
    keep,
    read,
    readForDuty: async (name) => (isName(name) ? await readAnyUpload(pool, name) : undefined),
    claim: async (client, { ownerId, names, keptFor }) =>
      names.every(isName) && (await claimUploads(client, ownerId, names, keptFor)),
    hasTwins: async (client, { ownerId, names }) =>
      names.every(isName) && (await findTwins(client, ownerId, names)),
    sweep: async () => await sweepOrphans(pool, clock.now() - dayMs),
  }
}

function refuse(reason: UploadRefusal): Keeping {
  return { kind: 'refused', reason }
}

/** 128 random bits: a name cannot be guessed, and its owner is asked for besides. */
function newName(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('hex')
}

function isName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

const sweptAtOnce = 100
const mostRounds = 100

async function sweepOrphans(pool: Pool, beforeMs: number): Promise<number> {
  let swept = 0
  for (let round = 0; round < mostRounds; round += 1) {
    const count = await deleteOrphans(pool, beforeMs, sweptAtOnce)
    swept += count
    if (count < sweptAtOnce) break
  }
  return swept
}
