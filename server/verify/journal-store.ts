import type { PoolClient } from '#server/storage/storage.ts'

export type JournalRow = {
  readonly seq: number
  readonly epoch: number
  /** Undefined where it is longer than any batch can be. */
  readonly packed: Buffer | undefined
  readonly hash: Buffer
}

export type LeaseRow = { readonly epoch: number; readonly lastSeq: number; readonly lastHash: Buffer }

/** How much is read at once: of what is packed, and in rows. Of a longer batch only that one. */
const chunk = { bytes: 1024 * 1024, rows: 1000 }
const mostPackedBytes = 64 * 1024 * 1024

/** Nothing can be written by this session, by mistake or otherwise. */
export async function makeReadOnly(client: PoolClient): Promise<void> {
  await client.query('set default_transaction_read_only = on')
  // Chunks begin in an index where the last one ended. A database that does not know yet how much there is would rather
  // sort all of it, for every chunk anew.
  await client.query('set enable_sort = off')
}

/** Everything that is read from here to the end is of one moment. */
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

/** The batches that follow, in order, as many as make a chunk. */
export async function readJournal(
  client: PoolClient,
  afterSeq: number,
  upToSeq: number,
): Promise<readonly JournalRow[]> {
  const { rows } = await client.query<Omit<JournalRow, 'packed'> & { readonly packed: Buffer | null }>(
    `select seq, epoch, case when octet_length(packed) <= $5 then packed end as packed, hash
     from (
       select seq, epoch, packed, hash,
         sum(octet_length(packed)) over (order by seq) - octet_length(packed) as bytes_before
       from (
         select * from journal where shard_group = 0 and seq > $1 and seq <= $2 order by seq limit $3
       ) next_rows
     ) summed where bytes_before < $4 order by seq`,
    [afterSeq, upToSeq, chunk.rows, chunk.bytes, mostPackedBytes],
  )
  return rows.map((row) => ({ ...row, packed: row.packed ?? undefined }))
}

/** Batches that nothing accounts for: after the end, before the beginning, or in another group. */
export async function readStrayBatches(client: PoolClient, lastSeq: number): Promise<readonly number[]> {
  const { rows } = await client.query<{ seq: number }>(
    `(select seq from journal where shard_group = 0 and seq > $1 order by seq limit 20)
     union all (select seq from journal where shard_group > 0 order by shard_group, seq limit 20)
     union all (select seq from journal where shard_group < 0 order by shard_group, seq limit 20)`,
    [lastSeq],
  )
  return rows.map(({ seq }) => seq)
}
