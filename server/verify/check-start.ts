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
  checkHash(row, before, findings)
  return true
}

/** `before` is the hash of the batch before, or undefined if the journal does not contain that batch. */
function checkHash(row: JournalRow, before: Buffer | undefined, findings: Findings): void {
  const { seq, packed, root, hash } = row
  const about = { kind: 'journal', table: 'journal' } as const
  if (before === undefined) findings.add({ ...about, seq: seq - 1, message: 'is missing' })
  if (packed === undefined)
    findings.add({ ...about, seq, column: 'packed', message: 'exceeds the size limit of a batch' })
  if (before === undefined || packed === undefined || chainHash(before, { packed, root }).equals(hash)) return
  const message = 'is not the hash of the previous hash and the batch'
  findings.add({ ...about, seq, column: 'hash', message, found: hash.toString('hex') })
}

async function readRow(client: PoolClient, seq: number): Promise<JournalRow | undefined> {
  const [row] = await readJournal(client, seq - 1, seq)
  return row
}
