import type { PoolClient } from '#server/storage/storage.ts'

export type JournalRow = {
  readonly seq: number
  readonly epoch: number
  /** Undefined if it exceeds the size limit. */
  readonly packed: Buffer | undefined
  readonly hash: Buffer
  /** Null in format 1. */
  readonly root: Buffer | null
}

export type LeaseRow = { readonly epoch: number; readonly lastSeq: number; readonly lastHash: Buffer }

/** Limits of one read. A batch above the byte limit is read alone. */
export type JournalChunk = { readonly bytes: number; readonly rows: number }

export const journalChunk: JournalChunk = { bytes: 1024 * 1024, rows: 1000 }
const maxPackedBytes = 64 * 1024 * 1024

/** Makes every transaction of this session read-only. */
export async function makeReadOnly(client: PoolClient): Promise<void> {
  await client.query('set default_transaction_read_only = on')
  // Each chunk continues in an index where the last one ended. Without statistics, PostgreSQL would prefer to sort the
  // whole table for every chunk.
  await client.query('set enable_sort = off')
}

/** All reads until `endSnapshot` see the same state. */
export async function beginSnapshot(client: PoolClient): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

export async function endSnapshot(client: PoolClient): Promise<void> {
  await client.query('commit')
}

export async function readLease(client: PoolClient): Promise<LeaseRow | undefined> {
  const { rows } = await client.query<LeaseRow>(
    'select epoch, last_seq as "lastSeq", last_hash as "lastHash" from engine_leases where shard_group = 0',
  )
  return rows[0]
}

/** Reads the next chunk of batches, in order. */
export async function readJournal(
  client: PoolClient,
  afterSeq: number,
  upToSeq: number,
  chunk = journalChunk,
): Promise<readonly JournalRow[]> {
  const { rows } = await client.query<Omit<JournalRow, 'packed'> & { readonly packed: Buffer | null }>(
    `select seq, epoch, case when octet_length(packed) <= $5 then packed end as packed, hash, root
     from (
       select seq, epoch, packed, hash, root,
         sum(octet_length(packed)) over (order by seq) - octet_length(packed) as bytes_before
       from (
         select * from journal where shard_group = 0 and seq > $1 and seq <= $2 order by seq limit $3
       ) next_rows
     ) summed where bytes_before < $4 order by seq`,
    [afterSeq, upToSeq, chunk.rows, chunk.bytes, maxPackedBytes],
  )
  return rows.map((row) => ({ ...row, packed: row.packed ?? undefined }))
}

/** Batches that must not exist: after the last batch that the lease names, or in another group. */
export async function readStrayBatches(client: PoolClient, lastSeq: number): Promise<readonly number[]> {
  const { rows } = await client.query<{ seq: number }>(
    `(select seq from journal where shard_group = 0 and seq > $1 order by seq limit 20)
     union all (select seq from journal where shard_group > 0 order by shard_group, seq limit 20)
     union all (select seq from journal where shard_group < 0 order by shard_group, seq limit 20)`,
    [lastSeq],
  )
  return rows.map(({ seq }) => seq)
}
