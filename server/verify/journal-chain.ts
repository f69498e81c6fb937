import { chainHash } from '#server/engine/engine.ts'
import type { Findings } from '#server/verify/findings.ts'
import type { JournalRow, LeaseRow } from '#server/verify/journal-store.ts'

/** The number and the hash of a batch, as a summary noted them. */
export type Mark = { readonly seq: number; readonly hash: string }

/** The journal's numbers, epochs and hashes, one row after the other. */
export type Chain = {
  /** False where batches are missing before this one, so that nobody knows what it was decided on. */
  readonly link: (row: JournalRow) => boolean
  /** The last row there was; number 0 before the first. */
  readonly last: () => Mark
  readonly epoch: () => number
  /** Whether this is the hash the last row has, or should have. */
  readonly endsWith: (hash: Buffer) => boolean
  readonly isMarkMet: () => boolean
}

const firstHash = Buffer.alloc(32)

/** `expected` is what the chain must come by. */
export function createChain(findings: Findings, expected: Mark | undefined): Chain {
  let seq = 0
  let epoch = 0
  let hash: Buffer = firstHash
  /** Where a hash is not over what it should be, either of the two may be the one that was changed. */
  let other: Buffer = firstHash
  let isMarkMet = expected === undefined

  function checkHash(row: JournalRow, packed: Buffer): void {
    const right = [hash, other].map((before) => chainHash(before, packed))
    const isRight = right.some((one) => one.equals(row.hash))
    if (!isRight) {
      findings.add({
        kind: 'journal',
        seq: row.seq,
        table: 'journal',
        column: 'hash',
        sentence: 'is not over the hash before it and what is packed',
        expected: right[0]?.toString('hex'),
        found: row.hash.toString('hex'),
      })
    }
    other = (isRight ? row.hash : right[0]) ?? row.hash
  }
  function checkEpoch(row: JournalRow): void {
    if (row.epoch < epoch)
      findings.add({
        kind: 'journal',
        seq: row.seq,
        table: 'journal',
        column: 'epoch',
        sentence: `is below that of the batch before it, ${epoch}`,
        found: row.epoch,
      })
    epoch = Math.max(epoch, row.epoch)
  }
  function checkMark(row: JournalRow): void {
    if (row.seq !== expected?.seq) return
    isMarkMet = true
    const isSame = [row.hash, other].every((one) => one.toString('hex') === expected.hash)
    if (!isSame)
      findings.add({
        kind: 'expectation',
        seq: row.seq,
        sentence: 'is not the batch that was noted: the history up to here was rewritten',
        expected: expected.hash,
        found: row.hash.toString('hex'),
      })
  }
  return {
    link(row) {
      const isNext = row.seq === seq + 1
      if (!isNext)
        findings.add({
          kind: 'journal',
          seq: seq + 1,
          table: 'journal',
          sentence: row.seq === seq + 2 ? 'is missing' : `and all up to ${row.seq - 1} are missing`,
        })
      if (!isNext || row.packed === undefined) other = row.hash
      else checkHash(row, row.packed)
      checkEpoch(row)
      checkMark(row)
      seq = row.seq
      hash = row.hash
      return isNext
    },
    last: () => ({ seq, hash: hash.toString('hex') }),
    epoch: () => epoch,
    endsWith: (last) => last.equals(hash) || last.equals(other),
    isMarkMet: () => isMarkMet,
  }
}

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
