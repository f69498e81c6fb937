import { chainHash } from '#server/engine/engine.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import type { Findings } from '#server/verify/findings.ts'
import { beforeFirst, type ChainEnd } from '#server/verify/journal-chain.ts'
import { type JournalRow, readJournal } from '#server/verify/journal-store.ts'

/** Whether the journal still contains the last batch of a checkpoint. Checks the hash of that batch, too. */
export async function checkStart(client: PoolClient, from: ChainEnd, findings: Findings): Promise<boolean> {
  const { seq } = from
  if (seq === beforeFirst.seq) return true
  const row = await readRow(client, seq)
  if (row === undefined) {
    const message = 'is the last batch of the checkpoint, but not in the journal'
    findings.add({ kind: 'checkpoint', seq, message })
    return false
  }
  const [expected, found] = [from.hash.toString('hex'), row.hash.toString('hex')]
  if (expected !== found) {
    const message = 'is not the batch of the checkpoint: the history up to here was rewritten'
    findings.add({ kind: 'checkpoint', seq, message, expected, found })
    return false
  }
  const before = seq === 1 ? beforeFirst.hash : (await readRow(client, seq - 1))?.hash
  if (before === undefined || row.packed === undefined) return true
  if (chainHash(before, { packed: row.packed, root: row.root }).equals(row.hash)) return true
  const message = 'is not the hash of the previous hash and the batch'
  findings.add({ kind: 'journal', seq, table: 'journal', column: 'hash', message, found })
  return true
}

async function readRow(client: PoolClient, seq: number): Promise<JournalRow | undefined> {
  const [row] = await readJournal(client, seq - 1, seq)
  return row
}
