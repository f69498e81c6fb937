// Reads what the proofs of a pack are made of: batches and heads of the journal.
import type { Pool, PoolClient } from 'pg'
import type { JournalHead } from '#server/engine/engine.ts'

export async function readCurrentHead(client: Pool | PoolClient): Promise<JournalHead> {
  const { rows } = await client.query<{ seq: number; hash: string }>(
    `select last_seq as seq, encode(last_hash, 'hex') as hash from engine_leases where shard_group = 0`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is no lease, so the end of the journal is unknown')
  return row
}

/** Number of the first batch that was written at this time or later, up to `last`; the next number if there is none. */
export async function readFirstSeqAt(pool: Pool, timeMs: number, last: number): Promise<number> {
  let [from, to] = [1, last + 1]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const { rows } = await pool.query<{ isLate: boolean }>(
      'select at >= $2 as "isLate" from journal where shard_group = 0 and seq = $1',
      [middle, new Date(timeMs)],
    )
    if (rows[0]?.isLate === false) from = middle + 1
    else to = middle
  }
  return from
}

/** Packed batches in order, at most `limit` of them and of batches written until this time. */
export async function readPackedBatches(
  pool: Pool,
  { from, untilMs, limit }: { readonly from: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly { readonly seq: number; readonly packed: Buffer }[]> {
  const { rows } = await pool.query<{ seq: number; packed: Buffer }>(
    `select seq, packed from journal where shard_group = 0 and seq >= $1 and seq < $1 + $3 and at <= $2
     order by seq`,
    [from, new Date(untilMs), limit],
  )
  return rows
}

/** Total of the packed batches of a range, without reading them. */
export async function readRangeBytes(pool: Pool, from: number, to: number): Promise<number> {
  const { rows } = await pool.query<{ bytes: number | null }>(
    `select sum(octet_length(packed))::float8 as bytes from journal
     where shard_group = 0 and seq >= $1 and seq <= $2`,
    [from, to],
  )
  return rows[0]?.bytes ?? 0
}

/** Those of the given heads that are batches of the journal. */
export async function readRealHeads(
  pool: Pool,
  heads: readonly JournalHead[],
): Promise<readonly JournalHead[]> {
  const { rows } = await pool.query<{ seq: number; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from journal where shard_group = 0 and seq = any($1::bigint[])`,
    [heads.map(({ seq }) => seq)],
  )
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]))
  return heads.filter(({ seq, hash }) => hashes.get(seq) === hash)
}
