import type { Pool } from 'pg'

/** Starts that took the system time, although later times were recorded. */
export type ClockCorrections = {
  /** Of the last one. */
  readonly lastId: number
  /** The last journal batch before the last one. */
  readonly batchSeq: number
  /** The newest time that was recorded before any of them. */
  readonly recordedMs: number
}

/**
 * The newest time that the server has recorded since the last correction of the clock: of the last quotes, which are
 * written every two seconds, or of the last journal batch. Undefined in a new database.
 */
export async function readRecordedTime(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ newest: number | null }>(
    `with correction as (
       select coalesce(max(batch_seq), 0) as batch_seq, coalesce(max(quote_seq), 0) as quote_seq from clock_corrections
     ), times (ms) as (
       select quoted_ms from last_quotes, correction where last_quotes.seq > correction.quote_seq
       union all
       select floor(extract(epoch from at) * 1000)::bigint
       from (select seq, at from journal where shard_group = 0 order by seq desc limit 1) batch, correction
       where batch.seq > correction.batch_seq
     )
     select max(ms) as newest from times`,
  )
  return rows[0]?.newest ?? undefined
}

/** Times recorded until now are no longer continued. */
export async function recordCorrection(pool: Pool, takenMs: number, recordedMs: number): Promise<void> {
  await pool.query(
    `insert into clock_corrections (taken_at, recorded_at, batch_seq, quote_seq)
     select $1, $2,
       coalesce((select max(seq) from journal where shard_group = 0), 0),
       coalesce((select max(seq) from last_quotes), 0)`,
    [new Date(takenMs), new Date(recordedMs)],
  )
}

export async function readCorrections(pool: Pool): Promise<ClockCorrections | undefined> {
  const { rows } = await pool.query<{ id: number | null; batch_seq: number; recorded_at: Date }>(
    'select max(id) as id, max(batch_seq) as batch_seq, max(recorded_at) as recorded_at from clock_corrections',
  )
  const [row] = rows
  if (row === undefined || row.id === null) return undefined
  return { lastId: row.id, batchSeq: row.batch_seq, recordedMs: row.recorded_at.getTime() }
}
