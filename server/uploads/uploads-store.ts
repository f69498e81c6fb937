import type { Pool, PoolClient } from 'pg'
import { dayMs } from '#core/candle/period.ts'
import { inTransaction, readInSlices } from '#server/storage/storage.ts'
import { hasRoom, type Usage } from '#server/uploads/upload-quota.ts'

export type UploadPurpose = 'identity' | 'voucher'

type NewUpload = {
  readonly name: string
  readonly ownerId: number
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Checks the owner's quota and stores the upload in one transaction; false if the quota is used up. */
export async function storeUpload(pool: Pool, upload: NewUpload, nowMs: number): Promise<boolean> {
  return await inTransaction(pool, async (client) => {
    // Uploads of one owner run one at a time, in all processes, because each checks the usage before it inserts.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('uploads:' || $1::text, 0))`, [
      upload.ownerId,
    ])
    if (!hasRoom(await readUsage(client, upload.ownerId, nowMs), upload.bytes.length)) return false
    await client.query(
      `insert into uploads (name, owner_id, bytes, width, height, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [upload.name, upload.ownerId, upload.bytes, upload.width, upload.height, new Date(nowMs)],
    )
    return true
  })
}

export async function readUsage(client: Pool | PoolClient, ownerId: number, nowMs: number): Promise<Usage> {
  const { rows } = await client.query<Usage>(
    `select count(*) filter (where kept_for is null) as unclaimed,
            count(*) filter (where created_at > $2) as today,
            coalesce(sum(length(bytes)), 0)::bigint as bytes
     from uploads where owner_id = $1`,
    [ownerId, new Date(nowMs - dayMs)],
  )
  const [usage] = rows
  if (usage === undefined) throw new Error('the count query returned no row')
  return usage
}

/** Undefined for anyone but the owner, so that others cannot learn whether the image exists. */
export async function readOwnUpload(
  pool: Pool,
  name: string,
  ownerId: number,
): Promise<Uint8Array | undefined> {
  const query = `${slicesOfUploads} where name = $3 and owner_id = $4`
  return await readInSlices(pool, { query, values: [name, ownerId] })
}

export async function readAnyUpload(pool: Pool, name: string): Promise<Uint8Array | undefined> {
  return await readInSlices(pool, { query: `${slicesOfUploads} where name = $3`, values: [name] })
}

const slicesOfUploads =
  'select length(bytes) as length, substring(bytes from $1 for $2) as slice from uploads'

/** Claims all or none: each must belong to the owner and be unclaimed. */
export async function claimUploads(
  client: PoolClient,
  ownerId: number,
  names: readonly string[],
  keptFor: UploadPurpose,
): Promise<boolean> {
  // Rows are locked before they are counted, so that the second of two simultaneous claims finds the image claimed.
  const { rowCount } = await client.query(
    `with wanted as (
       select name from uploads
       where name = any($1) and owner_id = $2 and kept_for is null
       order by name for update
     )
     update uploads set kept_for = $3
     where name in (select name from wanted) and (select count(*) from wanted) = $4`,
    [names, ownerId, keptFor, names.length],
  )
  return rowCount === names.length
}

/** Encoding is deterministic, so the same image has the same bytes in every upload. */
export async function findDuplicates(
  client: PoolClient,
  ownerId: number,
  names: readonly string[],
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from uploads one join uploads other on one.name < other.name and one.bytes = other.bytes
     where one.name = any($1) and other.name = any($1) and one.owner_id = $2 and other.owner_id = $2
     limit 1`,
    [names, ownerId],
  )
  return rowCount === 1
}

/** Oldest first. An image that is being claimed is skipped. */
export async function deleteOrphans(pool: Pool, beforeMs: number, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from uploads where name in (
       select name from uploads where kept_for is null and created_at < $1
       order by created_at limit $2 for update skip locked
     )`,
    [new Date(beforeMs), most],
  )
  return rowCount ?? 0
}
