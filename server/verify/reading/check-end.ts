import type { Findings } from '#server/verify/finding.ts'
import type { Chain, Mark } from '#server/verify/reading/chain.ts'
import type { LeaseRow } from '#server/verify/reading/journal-store.ts'

/** The lease stands at the last batch, and the history has come by what was noted of it. */
export function checkEnd(
  chain: Chain,
  lease: LeaseRow,
  expected: Mark | undefined,
  findings: Findings,
): void {
  const { seq, hash } = chain.last()
  const about = { kind: 'journal', table: 'engine_leases' } as const
  if (seq < lease.lastSeq) {
    const sentence = `the journal ends before it, but the lease is at ${lease.lastSeq}`
    findings.add({ ...about, seq: seq + 1, column: 'last_seq', sentence })
  } else if (!chain.endsWith(lease.lastHash)) {
    const found = lease.lastHash.toString('hex')
    const sentence = 'is not that of the last batch'
    findings.add({ ...about, column: 'last_hash', sentence, expected: hash, found })
  }
  if (lease.epoch < chain.epoch()) {
    const sentence = 'is below that of a batch'
    findings.add({ ...about, column: 'epoch', sentence, expected: chain.epoch(), found: lease.epoch })
  }
  if (!chain.isMarkMet()) {
    const sentence = `was noted, but the journal ends at ${seq}`
    findings.add({ kind: 'expectation', seq: expected?.seq, sentence })
  }
}
