import type { Pool, PoolClient } from 'pg'
import type { KeyRecord, OutcomeRecord, UsedKey, UserKey } from '#server/engine/engine-store.ts'

type RowOf<Rec> = Omit<Rec, 'atMs'> & { readonly at: Date }

const keyColumns = 'user_id as "userId", key, fingerprint, at'

/**
 * The newest keys used since `since`, oldest first. `at` has whole milliseconds, so a `Date` tells exactly where a
 * chunk ended.
 */
export async function readNewestKeys(
  client: PoolClient,
  since: Date,
  bounds: ChunkBounds,
): Promise<readonly KeyRecord[]> {
  const newestFirst = await readInChunks<KeyRecord>(bounds, async (after, limit) => {
    const before = after === undefined ? ['infinity', 0, ''] : [new Date(after.atMs), after.userId, after.key]
    const { rows } = await client.query<RowOf<KeyRecord>>(
      `select ${keyColumns} from command_outcomes where at >= $1 and (at, user_id, key) < ($2, $3, $4)
       order by at desc, user_id desc, key desc limit $5`,
      [since, ...before, limit],
    )
    return rows.map(recordOf)
  })
  return newestFirst.reverse()
}

export async function readOutcomes(
  pool: Pool,
  keys: readonly UserKey[],
  since: Date,
): Promise<readonly OutcomeRecord[]> {
  if (keys.length === 0) return []
  const { rows } = await pool.query<RowOf<OutcomeRecord>>(
    `select ${keyColumns}, outcome from command_outcomes
     where at >= $3 and (user_id, key) in (select * from unnest($1::bigint[], $2::text[]))`,
    [keys.map(({ userId }) => userId), keys.map(({ key }) => key), since],
  )
  return rows.map(recordOf)
}

export async function readKeysSince(
  pool: Pool,
  since: Date,
  after: UsedKey | undefined,
  limit: number,
): Promise<readonly UsedKey[]> {
  const from = after === undefined ? ['-infinity', 0, ''] : [new Date(after.atMs), after.userId, after.key]
  const { rows } = await pool.query<UserKey & { readonly at: Date }>(
    `select user_id as "userId", key, at from command_outcomes
     where at >= $1 and at >= $2 and (at, user_id, key) > ($2, $3, $4) order by at, user_id, key limit $5`,
    [since, ...from, limit],
  )
  return rows.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() }))
}

function recordOf<Row extends { readonly at: Date }>({ at, ...row }: Row) {
  return { ...row, atMs: at.getTime() }
}

/**
 * Deletes the oldest outcomes first. Skips keys that a running batch has locked, so that the deletion never waits for a
 * commit.
 */
export async function deleteOutcomes(pool: Pool, before: Date, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from command_outcomes
     where at < $1 and (user_id, key) in (
       select user_id, key from command_outcomes where at < $1 order by at limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount ?? 0
}

/** Reads up to `limit` records that follow `after`, or the first ones if it is undefined. */
type ReadAfter<Rec> = (after: Rec | undefined, limit: number) => Promise<readonly Rec[]>

type ChunkBounds = { readonly chunkRows: number; readonly maxRows?: number }

/** Reads in chunks up to the end or `maxRows`, so that no statement takes longer as the table grows. */
async function readInChunks<Rec>(
  { chunkRows, maxRows = Number.POSITIVE_INFINITY }: ChunkBounds,
  read: ReadAfter<Rec>,
): Promise<Rec[]> {
  const all: Rec[] = []
  while (all.length < maxRows) {
    const limit = Math.min(chunkRows, maxRows - all.length)
    const chunk = await read(all.at(-1), limit)
    for (const record of chunk) all.push(record)
    if (chunk.length < limit) break
  }
  return all
}
