// The door of the verifier: decides the whole journal again and compares what comes of it with the tables.
import type { Clock } from '#server/platform/clock.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { compareStanding } from '#server/verify/comparing/compare-standing.ts'
import { compareWritten } from '#server/verify/comparing/compare-written.ts'
import { createNoticeCheck } from '#server/verify/comparing/notice-check.ts'
import { createOutcomeCheck } from '#server/verify/comparing/outcome-check.ts'
import { createFindings } from '#server/verify/finding.ts'
import { createChain, type Mark } from '#server/verify/reading/chain.ts'
import {
  beginSnapshot,
  endSnapshot,
  type LeaseRow,
  makeReadOnly,
  readJournal,
  readLease,
  readStrayBatches,
} from '#server/verify/reading/journal-store.ts'
import { type Course, replayBatch } from '#server/verify/replay/replay-batch.ts'
import { createReplayedState } from '#server/verify/replay/replayed-state.ts'
import { createTally } from '#server/verify/replay/tally.ts'
import { createWritten } from '#server/verify/replay/written.ts'
import { type Report, reportOf } from '#server/verify/report.ts'

export type { Mark } from '#server/verify/reading/chain.ts'
export type { Report } from '#server/verify/report.ts'
export { wordsOfFinding } from '#server/verify/words/finding-words.ts'
export { summaryOf } from '#server/verify/words/summary.ts'

export type Progress = { readonly seq: number; readonly lastSeq: number; readonly commands: number }

export type VerifyParts = {
  readonly pool: Pool
  readonly clock: Clock
  /** What an earlier summary noted: the history must still come by it. */
  readonly expected?: Mark | undefined
  readonly onProgress?: (progress: Progress) => void
}

const keptMs = 24 * 3600 * 1000
/** Clocks differ a little, and a sweep may be under way. */
const sweptMs = 10 * 60 * 1000
/** Most is gone through before the snapshot is taken. A server that writes faster than this reads is not waited for. */
const mostRounds = 5
const fewBatches = 100

/** Reads and never writes, while the server trades. */
export async function verify(parts: VerifyParts): Promise<Report> {
  const client = await parts.pool.connect()
  try {
    await makeReadOnly(client)
    return await verifyWith(client, parts)
  } finally {
    // It would be read-only for whoever has it next.
    client.release(true)
  }
}

async function verifyWith(client: PoolClient, { clock, expected, onProgress }: VerifyParts): Promise<Report> {
  const startedMs = clock.elapsed()
  const findings = createFindings()
  const state = createReplayedState()
  const chain = createChain(findings, expected)
  const tally = createTally()
  const notices = createNoticeCheck(findings)
  const outcomes = createOutcomeCheck(findings, {
    sinceMs: clock.now() - keptMs,
    mustBeThereSinceMs: () => clock.now() - keptMs + sweptMs,
  })
  let course: Course = 'whole'

  /** A chunk is replayed, then compared with what it must have written. */
  async function replayTo(lastSeq: number): Promise<void> {
    while (chain.last().seq < lastSeq) {
      const rows = await readJournal(client, chain.last().seq, lastSeq)
      if (rows.length === 0) return
      const written = createWritten()
      for (const row of rows) course = replayBatch({ state, findings, chain, tally }, row, course, written)
      await compareWritten(client, written, findings)
      await notices.compare(client, written.notices)
      await outcomes.compare(client, written.answers)
      onProgress?.({ seq: chain.last().seq, lastSeq, commands: tally.how.decided + tally.how.reapplied })
    }
  }
  function checkEnd(lease: LeaseRow): void {
    const { seq, hash } = chain.last()
    const about = { kind: 'journal', table: 'engine_leases' } as const
    if (seq < lease.lastSeq)
      findings.add({
        ...about,
        seq: seq + 1,
        sentence: `the journal ends before it, the lease says ${lease.lastSeq}`,
      })
    else if (!chain.endsWith(lease.lastHash))
      findings.add({
        ...about,
        column: 'last_hash',
        sentence: 'is not that of the last batch',
        expected: hash,
        found: lease.lastHash.toString('hex'),
      })
    if (lease.epoch < chain.epoch())
      findings.add({
        ...about,
        column: 'epoch',
        sentence: 'is below that of a batch',
        expected: chain.epoch(),
        found: lease.epoch,
      })
    if (!chain.isMarkMet())
      findings.add({
        kind: 'expectation',
        seq: expected?.seq,
        sentence: `was noted, but the journal ends at ${seq}`,
      })
  }

  for (let round = 0; round < mostRounds; round += 1) {
    const { lastSeq } = await leaseOf(client)
    if (lastSeq - chain.last().seq < fewBatches) break
    const before = chain.last().seq
    await replayTo(lastSeq)
    if (chain.last().seq === before) break
  }
  await beginSnapshot(client)
  const lease = await leaseOf(client)
  await replayTo(lease.lastSeq)
  checkEnd(lease)
  for (const row of await readStrayBatches(client, lease.lastSeq))
    findings.add({
      kind: 'extra_row',
      table: 'journal',
      row,
      sentence: 'is after the last batch of the lease',
    })
  if (course === 'whole') {
    await compareStanding({ client, state, findings })
    await notices.finish(client)
    await outcomes.finish(client)
  }
  await endSnapshot(client)
  return reportOf({
    findings,
    state,
    tally,
    isWhole: course === 'whole',
    last: chain.last(),
    notices: notices.count(),
    outcomes: outcomes.count(),
    elapsedMs: clock.elapsed() - startedMs,
  })
}

async function leaseOf(client: PoolClient): Promise<LeaseRow> {
  const lease = await readLease(client)
  if (lease === undefined) throw new Error('there is no lease')
  return lease
}
