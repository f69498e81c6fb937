import type { Pool, PoolClient } from 'pg'

/** Where a new follower starts: at the first batch, or after the last one there is. */
export type FollowerStart = 'beginning' | 'now'

/** A batch as it is stored in the journal. */
export type JournalBatch = { readonly seq: number; readonly packed: Buffer }

export type JournalPage = {
  /** Number of the last batch in the journal. */
  readonly lastSeq: number
  /** The next batches, in order. */
  readonly batches: readonly JournalBatch[]
}

/** A page ends with the batch that reaches this limit. */
const maxPageBytes = 256 * 1024
/** Far more than a full batch. */
const maxPackedBytes = 64 * 1024 * 1024

/** Creates the position of a new follower. A known one keeps its own. */
export async function registerFollower(pool: Pool, name: string, start: FollowerStart): Promise<void> {
  await pool.query(
    `insert into follower_positions (name, shard_group, seq, moved_at)
     select $1, shard_group, case when $2 then last_seq else 0 end, now() from engine_leases where shard_group = 0
     on conflict (name, shard_group) do nothing`,
    [name, start === 'now'],
  )
}

export async function readPosition(pool: Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>(
    'select seq from follower_positions where name = $1 and shard_group = 0',
    [name],
  )
  if (rows[0] === undefined) throw new Error(`the follower ${name} has no position`)
  return rows[0].seq
}

type PageRow = { readonly lastSeq: number; readonly seq: number | null; readonly packed: Buffer | null }

/**
 * Reads up to `maxBatches` after this one. Numbers have no gaps, so a range is read instead of a limit: it costs the
 * same whichever plan PostgreSQL chooses.
 */
export async function readPage(pool: Pool, afterSeq: number, maxBatches: number): Promise<JournalPage> {
  const { rows } = await pool.query<PageRow>(
    `select lease.last_seq as "lastSeq", page.seq, page.packed
     from engine_leases lease left join (
       select seq, case when octet_length(packed) <= $4 then packed end as packed from (
         select seq, packed, sum(octet_length(packed)) over (order by seq) - octet_length(packed) as bytes_before
         from journal where shard_group = 0 and seq > $1::bigint and seq <= $1::bigint + $2::bigint
       ) summed where bytes_before < $3
     ) page on true
     where lease.shard_group = 0 order by page.seq`,
    [afterSeq, maxBatches, maxPageBytes, maxPackedBytes],
  )
  return { lastSeq: rows[0]?.lastSeq ?? 0, batches: rows.flatMap(batchesOf) }
}

function batchesOf({ seq, packed }: PageRow): readonly JournalBatch[] {
  if (seq === null) return []
  if (packed === null) throw new Error(`batch ${seq} is larger than ${maxPackedBytes} bytes`)
  return [{ seq, packed }]
}

export type Move = { readonly name: string; readonly from: number; readonly to: number }

/**
 * Moves the position within a transaction. False if it is not `from` any more, because another process has moved it.
 * That process holds the row until its own transaction ends.
 */
export async function movePosition(client: PoolClient, { name, from, to }: Move): Promise<boolean> {
  // If the database crashes before the transaction is on disk, the position is lost with the rest, and it is repeated.
  await client.query('set local synchronous_commit = off')
  const { rowCount } = await client.query(
    `update follower_positions set seq = $3, moved_at = now() where name = $1 and shard_group = 0 and seq = $2`,
    [name, from, to],
  )
  return rowCount === 1
}
