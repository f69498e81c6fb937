// Entry point of the verifier: replays the whole journal and compares the result with the tables.

export type { JournalHead } from '#server/engine/engine.ts'
export type { Checkpoint } from '#server/verify/checkpoint.ts'
export { CheckpointUnreadable, readCheckpoint, writeCheckpoint } from '#server/verify/checkpoint-file.ts'
export type { RecordedHeads } from '#server/verify/compare-heads.ts'
export { firstDifference } from '#server/verify/differences.ts'
export { parseHead } from '#server/verify/journal-chain.ts'
export { createProof, type ProofRequest, proveAccount, readHead } from '#server/verify/proof.ts'
export type { Report } from '#server/verify/report.ts'
export { printable, summaryOf } from '#server/verify/report.ts'

type VerifyParts = VerificationParts & { readonly pool: Pool }

/**
 * Rounds of replay before the snapshot is taken. The limit matters if the server writes batches faster than they are
 * replayed.
 */
const maxRounds = 5
const fewBatches = 100

/** Only reads. Safe to run while the server trades. */
export async function verify({ pool, ...parts }: VerifyParts): Promise<Report> {
  return await withSession(
    pool,
    async (tables) => await withSession(pool, async (journal) => await verifyOn({ journal, tables }, parts)),
  )
}

async function verifyOn(sessions: Sessions, parts: VerificationParts): Promise<Report> {
  const { tables } = sessions
  const verification = createVerification(parts)
  await verification.begin(tables)
  const heads = await compareHeads(tables, parts.heads, verification.findings)
  for (let round = 0; round < maxRounds; round += 1) {
    const { lastSeq } = await leaseOf(tables)
    if (lastSeq - verification.seq() < fewBatches) break
    await verification.replayTo(sessions, lastSeq)
  }
  await beginSnapshot(tables)
  const report = await verification.finish(tables, await leaseOf(tables), heads)
  await endSnapshot(tables)
  if (report.counts.size === 0 && report.isComplete) await parts.onClean?.(verification.checkpoint())
  return report
}

async function leaseOf(client: PoolClient): Promise<LeaseRow> {
  const lease = await readLease(client)
  if (lease === undefined) throw new Error('there is no lease, so the end of the journal is unknown')
  return lease
}

export type Progress = { readonly seq: number; readonly lastSeq: number; readonly commands: number }

type VerificationParts = {
  readonly clock: Clock
  /** A recorded time so far ahead of the system clock that the next start needs a correction. */
  readonly recordedMs?: number | undefined
  /** Taken from an earlier summary. The journal must still contain it. */
  readonly expected?: JournalHead | undefined
  /** Where to start instead of at the first batch. The verification changes its state. */
  readonly from?: Checkpoint | undefined
  /** Recorded heads that must be part of the history. */
  readonly heads?: RecordedHeads | undefined
  /** Called with the final state after a complete run without findings. */
  readonly onClean?: ((checkpoint: Checkpoint) => Promise<void>) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Overrides the current version of the rules in tests. */
  readonly rules?: number | undefined
}

/** Two connections, so that the journal and the tables are read while a chunk is replayed. */
type Sessions = { readonly journal: PoolClient; readonly tables: PoolClient }

/** One pass over the journal, from its first batch or a checkpoint on. */
type Verification = {
  readonly findings: Findings
  /** Compares the journal with the checkpoint, and with the corrections of the clock. */
  readonly begin: (client: PoolClient) => Promise<void>
  /** Number of the last batch replayed. */
  readonly seq: () => number
  readonly replayTo: (sessions: Sessions, lastSeq: number) => Promise<void>
  /** Replays the remaining batches, compares the current state and checks the audit log, all in one snapshot. */
  readonly finish: (client: PoolClient, lease: LeaseRow, heads: ComparedHeads) => Promise<Report>
  /** Where a later verification can start. */
  readonly checkpoint: () => Checkpoint
}

const retentionMs = 24 * 3600 * 1000
/** Counts the rows of all tables. The batch that reaches the limit is still included. */
const rowsPerComparison = 4096
/**
 * The engine deletes outcomes older than a day once a minute. Rows this close to the limit may already be gone, by its
 * clock or by a deletion in progress.
 */
const sweepGraceMs = 10 * 60 * 1000

function createVerification(parts: VerificationParts): Verification {
  const { clock, recordedMs, expected, from, onProgress, rules = rulesVersion } = parts
  const startedMs = clock.elapsed()
  const findings = createFindings()
  const state = from?.state ?? createReplayedState()
  const chain = createChain(findings, expected, from?.chain)
  const start = from === undefined ? undefined : chain.last()
  const tally = createTally()
  const notices = createNoticeCheck(findings, from?.notices)
  const outcomes = createOutcomeCheck(findings, {
    // Outcomes at the last instant of the checkpoint may belong to either side of it.
    sinceMs: Math.max(clock.now() - retentionMs, state.lastTimeMs + 1),
    requiredSinceMs(seq) {
      const deletedUntilMs = Math.max(recordedMs ?? 0, corrections?.deletedUntilMs(seq) ?? 0, clock.now())
      return deletedUntilMs - retentionMs + sweepGraceMs
    },
  })
  let corrections: CheckedCorrections | undefined
  let scope: ReplayScope = 'full'

  /** Yields the expected rows whenever there are enough to compare. */
  function* replay(rows: readonly JournalRow[]): Generator<ExpectedRows> {
    let expectedRows = createExpectedRows()
    for (const row of rows) {
      scope = replayBatch({ state, findings, rules, chain, tally }, row, scope, expectedRows)
      if (countRows(expectedRows) < rowsPerComparison) continue
      yield expectedRows
      expectedRows = createExpectedRows()
    }
    yield expectedRows
  }
  async function compare(client: PoolClient, expectedRows: ExpectedRows): Promise<void> {
    await comparePermanentRows(client, expectedRows, findings)
    await notices.compare(client, expectedRows.notices)
    await outcomes.compare(client, expectedRows.outcomes)
  }
  async function replayRemaining(client: PoolClient, lastSeq: number): Promise<void> {
    for (;;) {
      const rows = await readJournal(client, chain.last().seq, lastSeq)
      if (rows.length === 0) return
      for (const expectedRows of replay(rows)) await compare(client, expectedRows)
    }
  }
  function reportProgress(lastSeq: number): void {
    onProgress?.({ seq: chain.last().seq, lastSeq, commands: commandsOf(tally) })
  }
  return {
    findings,
    async begin(client) {
      if (from !== undefined && !(await checkStart(client, from.chain, findings))) scope = 'chain_only'
      corrections = await checkCorrections(client, findings)
    },
    seq: () => chain.last().seq,
    async replayTo({ journal, tables }, lastSeq) {
      const read = (after = chain.last().seq) => inBackground(readJournal(journal, after, lastSeq))
      let comparing = Promise.resolve()
      for (let rows = await read(); rows.length > 0; ) {
        const nextRows = read(rows.at(-1)?.seq)
        for (const expectedRows of replay(rows)) {
          await comparing
          comparing = inBackground(compare(tables, expectedRows))
          reportProgress(lastSeq)
        }
        rows = await nextRows
      }
      await comparing
    },
    async finish(client, lease, heads) {
      await replayRemaining(client, lease.lastSeq)
      checkEnd(chain, lease, expected, findings)
      for (const row of await readStrayBatches(client, lease.lastSeq))
        findings.add({
          kind: 'extra_row',
          table: 'journal',
          row,
          message: 'is after the last batch of the lease',
        })
      if (scope === 'full') {
        await compareCurrentState({ client, state, findings })
        await notices.finish(client)
        await outcomes.finish(client)
      }
      const audit = await checkAuditLog(client, findings)
      return reportOf({
        findings,
        audit,
        heads,
        clock: { corrections: corrections?.count ?? 0, seeds: corrections?.seeds ?? 0, recordedMs },
        state,
        tally,
        isComplete: scope === 'full',
        last: chain.last(),
        from: start,
        notices: notices.position().count,
        outcomes: outcomes.count(),
        elapsedMs: clock.elapsed() - startedMs,
      })
    },
    checkpoint: () => ({ chain: chain.end(), state, notices: notices.position() }),
  }
}

/** Prevents an unhandled rejection until the promise is awaited later. */
function inBackground<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined)
  return work
}

import { type JournalHead, rulesVersion } from '#server/engine/engine.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { checkAuditLog } from '#server/verify/check-audit-log.ts'
import { type CheckedCorrections, checkCorrections } from '#server/verify/check-corrections.ts'
import { checkStart } from '#server/verify/check-start.ts'
import type { Checkpoint } from '#server/verify/checkpoint.ts'
import { compareCurrentState } from '#server/verify/compare-current-state.ts'
import { type ComparedHeads, compareHeads, type RecordedHeads } from '#server/verify/compare-heads.ts'
import { comparePermanentRows, createNoticeCheck } from '#server/verify/compare-history.ts'
import { createOutcomeCheck } from '#server/verify/compare-outcomes.ts'
import { createFindings, type Findings } from '#server/verify/findings.ts'
import { checkEnd, createChain } from '#server/verify/journal-chain.ts'
import {
  beginSnapshot,
  endSnapshot,
  type JournalRow,
  type LeaseRow,
  readJournal,
  readLease,
  readStrayBatches,
} from '#server/verify/journal-store.ts'
import { withSession } from '#server/verify/read-only-session.ts'
import { commandsOf, createTally, type ReplayScope, replayBatch } from '#server/verify/replay.ts'
import {
  countRows,
  createExpectedRows,
  createReplayedState,
  type ExpectedRows,
} from '#server/verify/replayed-state.ts'
import { type Report, reportOf } from '#server/verify/report.ts'
