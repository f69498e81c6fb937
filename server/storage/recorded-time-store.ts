import type { Pool } from 'pg'

type RecordedTimes = {
  /** The newest recorded time; undefined in a new database. */
  readonly newestMs: number | undefined
  /** The newest one up to `latestMs`. */
  readonly newestBeforeMs: number | undefined
}

/**
 * Times that the server has recorded: of the last quotes, which are written every two seconds, and of the last journal
 * batch.
 */
export async function readRecordedTimes(pool: Pool, latestMs: number): Promise<RecordedTimes> {
  const { rows } = await pool.query<{ newest: number | null; before: number | null }>(
    `with times (ms) as (
       select quoted_ms from last_quotes
       union all
       (select floor(extract(epoch from at) * 1000)::bigint from journal where shard_group = 0
        order by seq desc limit 1)
     )
     select max(ms) as newest, max(ms) filter (where ms <= $1) as before from times`,
    [latestMs],
  )
  return { newestMs: rows[0]?.newest ?? undefined, newestBeforeMs: rows[0]?.before ?? undefined }
}
