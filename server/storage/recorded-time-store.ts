import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '#server/storage/transaction.ts'

/** Starts that took the system time, although later times were recorded. */
export type ClockCorrections = {
  /** Of the last one. */
  readonly lastId: number
  /** The newest time that was recorded before any of them. */
  readonly recordedMs: number
}

/**
 * The newest time that the server has recorded since the last correction of the clock: of the last quotes, which are
 * written every two seconds, of the last journal batch, or of the seed, drawn before the first quote. Undefined in a
 * new database.
 */
export async function readRecordedTime(database: Pool | PoolClient): Promise<number | undefined> {
  const { rows } = await database.query<{ newest: number | null }>(
    `with correction as (
       select coalesce(max(id), 0) as id, coalesce(max(batch_seq), 0) as batch_seq,
         coalesce(max(quote_seq), 0) as quote_seq
       from clock_corrections
     ), times (ms) as (
       select quoted_ms from last_quotes, correction where last_quotes.seq > correction.quote_seq
       union all
       select floor(extract(epoch from at) * 1000)::bigint
       from (select seq, at from journal where shard_group = 0 order by seq desc limit 1) batch, correction
       where batch.seq > correction.batch_seq
       union all
       select floor(extract(epoch from drawn_at) * 1000)::bigint from simulation_seeds, correction
       where coalesce(correction_id, 0) >= correction.id
     )
     select max(ms) as newest from times`,
  )
  return rows[0]?.newest ?? undefined
}

/**
 * Times recorded until now are no longer continued. Several processes may start at the same time: the first one records
 * the correction. A running process may still save quotes, with numbers up to those reserved.
 */
export async function recordCorrection(pool: Pool, takenMs: number, recordedMs: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('clock corrections', 0))`)
    const newestMs = await readRecordedTime(client)
    if (newestMs === undefined || newestMs < recordedMs) return
    await client.query(
      `insert into clock_corrections (taken_at, recorded_at, batch_seq, quote_seq)
       select $1, $2, coalesce((select max(seq) from journal where shard_group = 0), 0), taken from market_sequence`,
      [new Date(takenMs), new Date(newestMs)],
    )
  })
}

export async function readCorrections(pool: Pool): Promise<ClockCorrections | undefined> {
  const { rows } = await pool.query<{ id: number | null; recorded_ms: number }>(
    `select max(id) as id, floor(extract(epoch from max(recorded_at)) * 1000)::float8 as recorded_ms
     from clock_corrections`,
  )
  const [row] = rows
  if (row === undefined || row.id === null) return undefined
  return { lastId: row.id, recordedMs: row.recorded_ms }
}
