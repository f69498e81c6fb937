import { chainHash } from '#server/engine/engine.ts'
import type { Findings } from '#server/verify/findings.ts'
import type { JournalRow, LeaseRow } from '#server/verify/journal-store.ts'

/** Number and hash of a batch, as printed in a summary. */
export type Checkpoint = { readonly seq: number; readonly hash: string }

/** Checks numbers, epochs and hashes of the journal, row by row. */
export type Chain = {
  /** False if batches are missing before this one, so its decisions cannot be repeated. */
  readonly link: (row: JournalRow) => boolean
  /** The last row; number 0 before the first. */
  readonly last: () => Checkpoint
  readonly epoch: () => number
  /** Whether this is the stored or the computed hash of the last row. */
  readonly endsWith: (hash: Buffer) => boolean
  readonly isCheckpointReached: () => boolean
}

const genesisHash = Buffer.alloc(32)

/** The chain must contain `expected`. */
export function createChain(findings: Findings, expected: Checkpoint | undefined): Chain {
  let seq = 0
  let epoch = 0
  let hash: Buffer = genesisHash
  /** Computed hash of the last row. If it differs from the stored hash, the next row may continue either of them. */
  let other: Buffer = genesisHash
  let isCheckpointReached = expected === undefined

  function checkHash(row: JournalRow, packed: Buffer): void {
    const right = [hash, other].map((before) => chainHash(before, packed))
    const isRight = right.some((one) => one.equals(row.hash))
    if (!isRight) {
      findings.add({
        kind: 'journal',
        seq: row.seq,
        table: 'journal',
        column: 'hash',
        message: 'is not the hash of the previous hash and the packed entries',
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
        message: `is below the epoch of the batch before it, ${epoch}`,
        found: row.epoch,
      })
    epoch = Math.max(epoch, row.epoch)
  }
  function compareCheckpoint(row: JournalRow): void {
    if (row.seq !== expected?.seq) return
    isCheckpointReached = true
    const isSame = [row.hash, other].every((one) => one.toString('hex') === expected.hash)
    if (!isSame)
      findings.add({
        kind: 'expectation',
        seq: row.seq,
        message: 'is not the expected batch: the history up to here was rewritten',
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
          message: row.seq === seq + 2 ? 'is missing' : `and all up to ${row.seq - 1} are missing`,
        })
      if (!isNext || row.packed === undefined) other = row.hash
      else checkHash(row, row.packed)
      checkEpoch(row)
      compareCheckpoint(row)
      seq = row.seq
      hash = row.hash
      return isNext
    },
    last: () => ({ seq, hash: hash.toString('hex') }),
    epoch: () => epoch,
    endsWith: (last) => last.equals(hash) || last.equals(other),
    isCheckpointReached: () => isCheckpointReached,
  }
}

/** Checks that the lease names the last batch and that the expected checkpoint was found. */
export function checkEnd(
  chain: Chain,
  lease: LeaseRow,
  expected: Checkpoint | undefined,
  findings: Findings,
): void {
  const { seq, hash } = chain.last()
  const about = { kind: 'journal', table: 'engine_leases' } as const
  if (seq < lease.lastSeq) {
    const message = `the journal ends before it, but the lease is at ${lease.lastSeq}`
    findings.add({ ...about, seq: seq + 1, column: 'last_seq', message })
  } else if (!chain.endsWith(lease.lastHash)) {
    const found = lease.lastHash.toString('hex')
    const message = 'is not the hash of the last batch'
    findings.add({ ...about, column: 'last_hash', message, expected: hash, found })
  }
  if (lease.epoch < chain.epoch()) {
    const message = 'is below the epoch of a batch'
    findings.add({ ...about, column: 'epoch', message, expected: chain.epoch(), found: lease.epoch })
  }
  if (!chain.isCheckpointReached()) {
    const message = `was expected, but the journal ends at ${seq}`
    findings.add({ kind: 'expectation', seq: expected?.seq, message })
  }
}
