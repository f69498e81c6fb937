// The public shelf of pictures, for articles and companies.
import { type Refusal, refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Editor, Page, Picture } from '#server/content/content-types.ts'
import {
  countPictures,
  deletePicture,
  insertPicture,
  listPictures,
  readPicture,
} from '#server/content/pictures-store.ts'
import { createBoundedCache } from '#server/platform/bounded-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Random } from '#server/platform/random.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

export type PicturesParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly uploads: Pick<Uploads, 'clean'>
}

export type Pictures = {
  readonly add: (
    file: { readonly bytes: Uint8Array; readonly claimedType: string },
    editor: Editor,
  ) => Promise<{ readonly kind: 'added'; readonly picture: Picture } | Refusal>
  readonly remove: (name: string, editor: Editor) => Promise<{ readonly kind: 'removed' } | Refusal>
  readonly list: (page: number) => Promise<Page<Picture>>
  /** For everyone. Undefined if there is none. */
  readonly read: (name: string) => Promise<Uint8Array | 'busy' | undefined>
}

const maxPictures = 2_000
const pageSize = 20
/** Twice what a phone shows at most, and a fraction of the pixels of a photo. */
const longestSide = 1_600
const cachedBytes = 32 * 1024 * 1024
/** Reads from the database. Visitors may ask for any number of pictures at once. */
const reads = { maxRunning: 4, maxQueued: 200 }

export function createPictures({ pool, clock, random, uploads }: PicturesParts): Pictures {
  const reading = createConcurrencyLimit(reads)
  const cache = createBoundedCache<Uint8Array | 'busy' | undefined>({
    maxSize: cachedBytes,
    sizeOf: (found) => (found instanceof Uint8Array ? found.length : undefined),
  })

  return {
    async add({ bytes, claimedType }, editor) {
      const { operatorId } = editor
      const hasSpace = async () => (await countPictures(pool)) < maxPictures
      const owner = `operator:${operatorId}`
      const cleaned = await uploads.clean({ owner, bytes, claimedType, side: longestSide }, hasSpace)
      if (cleaned.kind === 'refused')
        return refused(cleaned.reason === 'image_quota' ? 'pictures_limit' : cleaned.reason)
      const { width, height } = cleaned
      const name = Buffer.from(random.bytes(16)).toString('hex')
      const nowMs = clock.now()
      const isAdded = await insertPicture(
        pool,
        { ...cleaned, name, operatorId, nowMs },
        maxPictures,
        async (client) => await auditPicture(client, editor, 'picture_added', name),
      )
      if (!isAdded) return refused('pictures_limit')
      return { kind: 'added', picture: { name, width, height, createdAt: new Date(nowMs), isUsed: false } }
    },
    async remove(name, editor) {
      const result = await deletePicture(
        pool,
        name,
        async (client) => await auditPicture(client, editor, 'picture_removed', name),
      )
      if (result === 'unknown') return refused('not_found')
      if (result === 'used') return refused('picture_used')
      cache.forget(name)
      return { kind: 'removed' }
    },
    list: async (page) => ({
      data: await listPictures(pool, { offset: (page - 1) * pageSize, limit: pageSize }),
      total: await countPictures(pool),
    }),
    async read(name) {
      if (!/^[0-9a-f]{32}$/.test(name)) return undefined
      return await cache.get(name, async () => await reading.run(async () => await readPicture(pool, name)))
    },
  }
}

async function auditPicture(
  client: PoolClient,
  { operatorId, email: who, address }: Editor,
  action: string,
  name: string,
): Promise<void> {
  await recordAudit(client, { operatorId, who, action, subject: `picture:${name}`, address })
}
