import { createHash } from 'node:crypto'
import type { Facts } from '#test/crash/checks/facts.ts'

/** Numbered without a gap, each hash over the one before, no older epoch after a newer, and the lease at its end. */
export function judgeJournal({ journal, lease }: Facts): readonly string[] {
  const problems: string[] = []
  let hash = '00'.repeat(32)
  let epoch = 0
  for (const [at, row] of journal.entries()) {
    hash = createHash('sha256').update(hash, 'hex').update(row.packed, 'hex').digest('hex')
    if (row.seq !== at + 1) problems.push(`journal: ${row.seq} is at place ${at + 1}`)
    if (row.hash !== hash) problems.push(`journal: the chain breaks at ${row.seq}`)
    if (row.epoch < epoch) problems.push(`journal: ${row.seq} is of epoch ${row.epoch}, after ${epoch}`)
    epoch = row.epoch
  }
  if (lease.last_seq !== journal.length) problems.push(`lease: it says ${lease.last_seq} are written`)
  if (lease.last_hash !== hash) problems.push('lease: its hash is not the last one')
  if (lease.epoch < epoch) problems.push(`lease: epoch ${lease.epoch}, but ${epoch} was written`)
  return problems
}
