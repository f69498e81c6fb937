// Queries of the table support_pictures.
import type { Pool, PoolClient } from 'pg'
import type { SupportAuthor } from '#core/support/support.ts'
import { readInSlices } from '#server/storage/storage.ts'

export type PictureUsage = {
  readonly unsent: number
  readonly today: number
  readonly bytes: number
  /** Of the address of a visitor, and of all visitors. */
  readonly ofAddress: number
  readonly ofVisitors: number
}

/** Pictures of visitors are stored one at a time, in all processes, because their total is compared before. */
export async function lockVisitorPictures(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('support pictures of visitors', 0))`)
}

/** Pictures that the user of a thread has sent or uploaded. */
export async function readPictureUsage(
  client: Pool | PoolClient,
  threadId: number,
  since: Date,
): Promise<PictureUsage> {
  const { rows } = await client.query<PictureUsage>(
    `select t.picture_bytes as bytes,
       (select count(*) from support_pictures p where p.thread_id = t.id and p.author = 'user' and p.message_id is null
         and p.created_at > $2) as unsent,
       (select count(*) from support_pictures p where p.thread_id = t.id and p.author = 'user' and p.created_at > $2)
         as today,
       case when t.user_id is null then (
         select count(*) from support_pictures p join support_threads o on o.id = p.thread_id
         where o.opened_from = t.opened_from and o.user_id is null and o.created_at > $2 - interval '90 days'
           and p.author = 'user' and p.created_at > $2) else 0 end as "ofAddress",
       case when t.user_id is null then (
         select coalesce(sum(o.picture_bytes), 0)::bigint from support_threads o
         where o.user_id is null and o.picture_bytes > 0) else 0 end as "ofVisitors"
     from support_threads t where t.id = $1`,
    [threadId, since],
  )
  return rows[0] ?? { unsent: 0, today: 0, bytes: 0, ofAddress: 0, ofVisitors: 0 }
}

/** Pictures that this operator has uploaded to the thread and not sent, and the bytes of all pictures of the thread. */
export async function readDeskUsage(
  client: Pool | PoolClient,
  threadId: number,
  operatorId: number,
): Promise<Pick<PictureUsage, 'unsent' | 'bytes'>> {
  const { rows } = await client.query<Pick<PictureUsage, 'unsent' | 'bytes'>>(
    `select t.picture_bytes as bytes, (
       select count(*) from support_pictures p where p.thread_id = t.id and p.operator_id = $2 and p.message_id is null
     ) as unsent
     from support_threads t where t.id = $1`,
    [threadId, operatorId],
  )
  return rows[0] ?? { unsent: 0, bytes: 0 }
}

export type NewPicture = {
  readonly name: string
  readonly threadId: number
  readonly author: SupportAuthor
  readonly operatorId: number | undefined
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly at: Date
}

/** The thread is locked. */
export async function insertPicture(client: PoolClient, picture: NewPicture): Promise<void> {
  const { name, threadId, author, operatorId, bytes, width, height, at } = picture
  await client.query(
    `insert into support_pictures (name, thread_id, author, operator_id, bytes, width, height, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [name, threadId, author, operatorId, bytes, width, height, at],
  )
  await client.query('update support_threads set picture_bytes = picture_bytes + $2 where id = $1', [
    threadId,
    bytes.length,
  ])
}

export type SentWith = {
  readonly threadId: number
  readonly messageId: number
  readonly author: SupportAuthor
  readonly operatorId: number | undefined
  readonly names: readonly string[]
}

/** All or none: each must be an unsent picture of this author in this thread. The thread is locked. */
export async function sendPictures(client: PoolClient, sent: SentWith): Promise<boolean> {
  const { threadId, messageId, author, operatorId, names } = sent
  const { rowCount } = await client.query(
    `update support_pictures p set message_id = $2, place = named.place - 1
     from unnest($3::text[]) with ordinality named (name, place)
     where p.name = named.name and p.thread_id = $1 and p.author = $4 and p.operator_id is not distinct from $5
       and p.message_id is null`,
    [threadId, messageId, names, author, operatorId ?? null],
  )
  return rowCount === names.length
}

const slices =
  'select length(bytes) as length, substring(bytes from $1 for $2) as slice from support_pictures'

/** For its user: what was sent, and own pictures that were not. */
export async function readThreadPicture(
  pool: Pool,
  threadId: number,
  name: string,
): Promise<Uint8Array | undefined> {
  const query = `${slices} where name = $3 and thread_id = $4 and (message_id is not null or author = 'user')`
  return await readInSlices(pool, { query, values: [name, threadId] })
}

/** For operators: the thread of a picture that was sent, or that an operator uploaded. */
export async function findPictureThread(client: PoolClient, name: string): Promise<number | undefined> {
  const { rows } = await client.query<{ threadId: number }>(
    `select thread_id as "threadId" from support_pictures where name = $1 and (message_id is not null or author = 'desk')`,
    [name],
  )
  return rows[0]?.threadId
}

export async function readPicture(pool: Pool, name: string): Promise<Uint8Array | undefined> {
  return await readInSlices(pool, { query: `${slices} where name = $3`, values: [name] })
}

/** Deletes pictures that no message was sent with. The totals of their threads are lowered in the same statement. */
export async function deleteUnsentPictures(pool: Pool, before: Date, limit: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `with old as (
       select p.name from support_pictures p join support_threads t on t.id = p.thread_id
       where p.message_id is null and p.created_at < $1
       order by p.created_at limit $2 for update of p, t skip locked
     ), deleted as (
       delete from support_pictures where name in (select name from old) returning thread_id, length(bytes) as bytes
     ), lowered as (
       update support_threads t set picture_bytes = greatest(0, t.picture_bytes - d.bytes)
       from (select thread_id, sum(bytes)::bigint as bytes from deleted group by thread_id) d where t.id = d.thread_id
     )
     select count(*) as count from deleted`,
    [before, limit],
  )
  return rows[0]?.count ?? 0
}
