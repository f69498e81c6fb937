// Rewrites the journal like an attacker with write access who knows the hash chain.
import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { type JournalEntry, unpackJournal } from '#server/engine/engine.ts'
import type { Query } from '#test/verify/history.ts'

/** Recomputes all hashes, including that of the lease. */
export async function rehash(query: Query): Promise<void> {
  let hash = Buffer.alloc(32)
  for (const { seq, packed } of await query('select seq, packed from journal order by seq')) {
    hash = createHash('sha256')
      .update(hash)
      .update(packed as Buffer)
      .digest()
    await query('update journal set hash = $2 where seq = $1', [seq, hash])
  }
  await query('update engine_leases set last_hash = $1', [hash])
}

/** Replaces the entries of a batch. */
export async function rewriteBatch(
  query: Query,
  seq: number,
  change: (entries: readonly JournalEntry[]) => unknown,
): Promise<void> {
  const [row] = await query('select packed from journal where seq = $1', [seq])
  const packed = deflateRawSync(JSON.stringify(change(entriesOf(row?.['packed']))))
  await query('update journal set packed = $2 where seq = $1', [seq, packed])
}

/** Swaps two batches, each with its hash. */
export async function swapBatches(query: Query, one: number, other: number): Promise<void> {
  await query(
    `update journal set (packed, hash) = (select packed, hash from kept_journal there
     where there.seq = case journal.seq when $1 then $2::bigint else $1 end) where seq in ($1, $2)`,
    [one, other],
  )
}

export function entriesOf(packed: unknown): readonly JournalEntry[] {
  return unpackJournal(packed as Buffer) as readonly JournalEntry[]
}
