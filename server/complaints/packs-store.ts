// Queries of the table evidence_packs.
import type { Pool, PoolClient } from 'pg'
import { complaintNumber } from '#core/complaint/complaint.ts'
import { readInSlices } from '#server/storage/storage.ts'

export type ReadyPack = {
  readonly complaintId: number
  readonly userId: number
  /** Ticket number of the complaint. */
  readonly number: string
}

/** Undefined if it is not ready, or it belongs to another user than the given one. */
export async function findReadyPack(
  client: Pool | PoolClient,
  complaintId: number,
  userId?: number,
): Promise<ReadyPack | undefined> {
  const { rows } = await client.query<{ userId: number; createdAt: Date }>(
    `select c.user_id as "userId", c.created_at as "createdAt"
     from evidence_packs p join complaints c on c.id = p.complaint_id
     where p.complaint_id = $1 and p.state = 'ready' and ($2::bigint is null or c.user_id = $2)`,
    [complaintId, userId ?? null],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { createdAt, ...pack } = row
  return { ...pack, complaintId, number: complaintNumber(complaintId, createdAt.getTime()) }
}

/** A ready pack never changes and is never deleted. */
export async function readContent(pool: Pool, complaintId: number): Promise<Uint8Array> {
  const bytes = await readInSlices(pool, {
    query: `select length(content) as length, substring(content from $1 for $2) as slice
      from evidence_packs where complaint_id = $3`,
    values: [complaintId],
  })
  if (bytes === undefined) throw new Error(`there is no evidence pack of complaint ${complaintId}`)
  return bytes
}

export type ClaimedPack = {
  readonly complaintId: number
  readonly attempts: number
  readonly isDemo: boolean
}

/**
 * The waiting pack whose turn it is: those of real users come first. The attempt is counted before it begins: one that
 * ends the process counts, too. No other process takes it before `until`.
 */
export async function claimPack(pool: Pool, now: Date, until: Date): Promise<ClaimedPack | undefined> {
  const { rows } = await pool.query<ClaimedPack>(
    `update evidence_packs set attempts = attempts + 1, next_try_at = $2
     where complaint_id = (
       select complaint_id from evidence_packs where state = 'waiting' and next_try_at <= $1
       order by is_demo, next_try_at, complaint_id limit 1 for update skip locked
     ) and state = 'waiting'
     returning complaint_id as "complaintId", attempts, is_demo as "isDemo"`,
    [now, until],
  )
  return rows[0]
}

/** An attempt that was cut off does not count. Another one may begin at once. */
export async function releasePack(pool: Pool, complaintId: number, at: Date): Promise<void> {
  await pool.query(
    `update evidence_packs set attempts = attempts - 1, next_try_at = $2
     where complaint_id = $1 and state = 'waiting' and attempts > 0`,
    [complaintId, at],
  )
}

/** False if another process has ended it. */
export async function storePack(
  pool: Pool,
  complaintId: number,
  { content, sha256, at }: { readonly content: Buffer; readonly sha256: string; readonly at: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update evidence_packs set state = 'ready', content = $2, sha256 = $3, ended_at = $4, problem = null
     where complaint_id = $1 and state = 'waiting'`,
    [complaintId, content, sha256, at],
  )
  return rowCount === 1
}

/** With a time it is tried again then, without it has failed. */
export async function storeFailure(
  pool: Pool,
  complaintId: number,
  {
    problem,
    at,
    nextTry,
  }: { readonly problem: string; readonly at: Date; readonly nextTry: Date | undefined },
): Promise<void> {
  await pool.query(
    `update evidence_packs set problem = $2, state = case when $4::timestamptz is null then 'failed' else state end,
       ended_at = case when $4::timestamptz is null then $3::timestamptz end, next_try_at = coalesce($4, next_try_at)
     where complaint_id = $1 and state = 'waiting'`,
    [complaintId, problem, at, nextTry ?? null],
  )
}
