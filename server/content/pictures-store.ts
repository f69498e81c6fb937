import { DatabaseError, type Pool, type PoolClient } from 'pg'
import type { Picture } from '#server/content/content-types.ts'
import { inTransaction, readInSlices } from '#server/storage/storage.ts'

export type NewPicture = {
  readonly name: string
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly operatorId: number
  readonly nowMs: number
}

/** Runs `alsoDo` in the same transaction. False if the shelf is full. */
export async function insertPicture(
  pool: Pool,
  added: NewPicture,
  most: number,
  alsoDo: (client: PoolClient) => Promise<void>,
): Promise<boolean> {
  return await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('pictures', 0))`)
    if ((await countPictures(client)) >= most) return false
    const { name, bytes, width, height, operatorId, nowMs } = added
    await client.query(
      `insert into pictures (name, bytes, width, height, added_by, created_at) values ($1, $2, $3, $4, $5, $6)`,
      [name, bytes, width, height, operatorId, new Date(nowMs)],
    )
    await alsoDo(client)
    return true
  })
}

export async function countPictures(db: Pool | PoolClient): Promise<number> {
  const { rows } = await db.query<{ total: number }>('select count(*) as total from pictures')
  return rows[0]?.total ?? 0
}

/** Runs `alsoDo` in the same transaction. A picture that anything refers to stays. */
export async function deletePicture(
  pool: Pool,
  name: string,
  alsoDo: (client: PoolClient) => Promise<void>,
): Promise<'removed' | 'used' | 'unknown'> {
  try {
    return await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query('delete from pictures where name = $1', [name])
      if (rowCount === 0) return 'unknown'
      await alsoDo(client)
      return 'removed'
    })
  } catch (caught) {
    if (caught instanceof DatabaseError && caught.code === foreignKeyViolation) return 'used'
    throw caught
  }
}

const foreignKeyViolation = '23503'

/** Newest first. */
export async function listPictures(
  pool: Pool,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly Picture[]> {
  const { rows } = await pool.query<Picture>(
    `select name, width, height, created_at as "createdAt",
       exists (select from articles where logo = pictures.name)
         or exists (select from article_editions where logo = pictures.name)
         or exists (select from draft_pictures where picture = pictures.name)
         or exists (select from edition_pictures where picture = pictures.name)
         or exists (select from companies where companies.logo = pictures.name) as "isUsed"
     from pictures order by created_at desc, name offset $1 limit $2`,
    [page.offset, page.limit],
  )
  return rows
}

/** Undefined if there is none, or it is removed meanwhile. */
export async function readPicture(pool: Pool, name: string): Promise<Uint8Array | undefined> {
  return await readInSlices(pool, {
    query:
      'select length(bytes) as length, substring(bytes from $1 for $2) as slice from pictures where name = $3',
    values: [name],
  })
}
