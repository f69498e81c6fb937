import { chainHash, type JournalHead } from '#server/engine/engine.ts'
import type { Findings } from '#server/verify/findings.ts'
import type { JournalRow, LeaseRow } from '#server/verify/journal-store.ts'

/** Reads `seq:hash`, as a summary prints it. */
export function parseHead(text: string): JournalHead | undefined {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? []
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash }
}

/** Checks numbers, epochs and hashes of the journal, row by row. */
export type Chain = {
  /** False if batches are missing before this one, so its decisions cannot be repeated. */
  readonly link: (row: JournalRow) => boolean
  /** The last row; number 0 before the first. */
  readonly last: () => JournalHead
  readonly end: () => ChainEnd
  /** Whether this is the stored or the computed hash of the last row. */
  readonly endsWith: (hash: Buffer) => boolean
  readonly isExpectedReached: () => boolean
}

/** Where the chain has been followed to. */
export type ChainEnd = {
  readonly seq: number
  readonly hash: Buffer
  readonly epoch: number
  /** Whether a batch of format 2 was among them. */
  readonly hasRoots: boolean
}

export const beforeFirst: ChainEnd = { seq: 0, hash: Buffer.alloc(32), epoch: 0, hasRoots: false }

type JournalHash = Pick<JournalRow, 'seq' | 'hash'>

/** The chain starts after `from` and must contain `expected`. */
export function createChain(
  findings: Findings,
  expected: JournalHead | undefined,
  from: ChainEnd = beforeFirst,
): Chain {
  let { seq, hash, epoch, hasRoots } = from
  /** Computed hash of the last row. If it differs from the stored hash, the next row may continue either of them. */
  let other = hash
  let isExpectedReached = expected === undefined

  function checkHash(row: JournalRow, packed: Buffer): void {
    const right = [hash, other].map((before) => chainHash(before, { packed, root: row.root }))
    const isRight = right.some((one) => one.equals(row.hash))
    if (!isRight) {
      findings.add({
        kind: 'journal',
        seq: row.seq,
        table: 'journal',
        column: 'hash',
        message: 'is not the hash of the previous hash and the batch',
        expected: right[0]?.toString('hex'),
        found: row.hash.toString('hex'),
      })
    }
    other = (isRight ? row.hash : right[0]) ?? row.hash
  }
  /** Otherwise a batch could be rewritten without its root. */
  function checkFormat({ seq, root }: JournalRow): void {
    if (root === null && hasRoots)
      findings.add({
        kind: 'journal',
        seq,
        table: 'journal',
        column: 'root',
        message: 'is missing, although an earlier batch is of format 2',
      })
    hasRoots ||= root !== null
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
  function compareExpected(row: JournalHash): void {
    if (row.seq !== expected?.seq) return
    isExpectedReached = true
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
  if (expected !== undefined && expected.seq < from.seq) {
    isExpectedReached = true
    const message = 'was expected, but is before the checkpoint and was not compared'
    findings.add({ kind: 'expectation', seq: expected.seq, message })
  }
  compareExpected(from)
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
      checkFormat(row)
      checkEpoch(row)
      compareExpected(row)
      seq = row.seq
      hash = row.hash
      return isNext
    },
    last: () => ({ seq, hash: hash.toString('hex') }),
    end: () => ({ seq, hash, epoch, hasRoots }),
    endsWith: (last) => last.equals(hash) || last.equals(other),
    isExpectedReached: () => isExpectedReached,
  }
}

/** Checks that the lease names the last batch and that the expected head was found. */
export function checkEnd(
  chain: Chain,
  lease: LeaseRow,
  expected: JournalHead | undefined,
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
  const { epoch } = chain.end()
  if (lease.epoch < epoch) {
    const message = 'is below the epoch of a batch'
    findings.add({ ...about, column: 'epoch', message, expected: epoch, found: lease.epoch })
  }
  if (!chain.isExpectedReached()) {
    const message = `was expected, but the journal ends at ${seq}`
    findings.add({ kind: 'expectation', seq: expected?.seq, message })
  }
}
