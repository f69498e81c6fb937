import { rulesVersion } from '#server/engine/engine.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { compareStanding } from '#server/verify/compare-current-state.ts'
import { compareWritten, createNoticeCheck } from '#server/verify/compare-history.ts'
import { createOutcomeCheck } from '#server/verify/compare-outcomes.ts'
import { createFindings } from '#server/verify/findings.ts'
import { checkEnd, createChain, type Mark } from '#server/verify/journal-chain.ts'
import {
  beginSnapshot,
  endSnapshot,
  type JournalRow,
  type LeaseRow,
  makeReadOnly,
  readJournal,
  readLease,
  readStrayBatches,
} from '#server/verify/journal-store.ts'
import { type Course, commandsOf, createTally, replayBatch } from '#server/verify/replay.ts'
import { createReplayedState, createWritten, rowsOf, type Written } from '#server/verify/replayed-state.ts'
import { type Report, reportOf } from '#server/verify/report.ts'

// The door of the verifier: decides the whole journal again and compares what comes of it with the tables.

export type { Mark } from '#server/verify/journal-chain.ts'
export type { Report } from '#server/verify/report.ts'
export { summaryOf } from '#server/verify/report.ts'

type VerifyParts = VerificationParts & { readonly pool: Pool }

/** Most is gone through before the snapshot is taken. A server that writes faster than this reads is not waited for. */
const mostRounds = 5
const fewBatches = 100

/** Reads and never writes, while the server trades. */
export async function verify({ pool, ...parts }: VerifyParts): Promise<Report> {
  return await withSession(
    pool,
    async (tables) => await withSession(pool, async (journal) => await verifyOn({ journal, tables }, parts)),
  )
}

async function withSession<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // One that is lost while nothing is asked of it says so here, and would end the process if nobody heard it. Whoever asks
  // it next is told.
  client.on('error', unheard)
  try {
    await makeReadOnly(client)
    return await work(client)
  } finally {
    // It would be read-only for whoever has it next.
    client.release(true)
  }
}

function unheard(): void {}

async function verifyOn(sessions: Sessions, parts: VerificationParts): Promise<Report> {
  const { tables } = sessions
  const verification = createVerification(parts)
  for (let round = 0; round < mostRounds; round += 1) {
    const { lastSeq } = await leaseOf(tables)
    if (lastSeq - verification.seq() < fewBatches) break
    await verification.replayTo(sessions, lastSeq)
  }
  await beginSnapshot(tables)
  const report = await verification.finish(tables, await leaseOf(tables))
  await endSnapshot(tables)
  return report
}

async function leaseOf(client: PoolClient): Promise<LeaseRow> {
  const lease = await readLease(client)
  if (lease === undefined) throw new Error('there is no lease, so that nothing says where the journal ends')
  return lease
}

export type Progress = { readonly seq: number; readonly lastSeq: number; readonly commands: number }

type VerificationParts = {
  readonly clock: Clock
  /** What an earlier summary noted: the history must still come by it. */
  readonly expected?: Mark | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Another version of the rules than ours, for tests. */
  readonly rules?: number | undefined
}

/** One reads the journal, the other what it is compared with; while a chunk is decided, both are at work. */
type Sessions = { readonly journal: PoolClient; readonly tables: PoolClient }

/** A history that is gone through from its beginning, once. */
type Verification = {
  /** The number of the last batch that was looked at. */
  readonly seq: () => number
  readonly replayTo: (sessions: Sessions, lastSeq: number) => Promise<void>
  /** The rest, and everything as it stands, all in one snapshot. */
  readonly finish: (client: PoolClient, lease: LeaseRow) => Promise<Report>
}

const keptMs = 24 * 3600 * 1000
/** Rows, whatever table they are of: a batch more or less. */
const comparedAtOnce = 4096
/** Clocks differ a little, and a sweep may be under way. */
const sweptMs = 10 * 60 * 1000

function createVerification(parts: VerificationParts): Verification {
  const { clock, expected, onProgress, rules = rulesVersion } = parts
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

  /** What must have been written, as soon as there is enough of it to be compared. */
  function* replay(rows: readonly JournalRow[]): Generator<Written> {
    let written = createWritten()
    for (const row of rows) {
      course = replayBatch({ state, findings, rules, chain, tally }, row, course, written)
      if (rowsOf(written) < comparedAtOnce) continue
      yield written
      written = createWritten()
    }
    yield written
  }
  async function compare(client: PoolClient, written: Written): Promise<void> {
    await compareWritten(client, written, findings)
    await notices.compare(client, written.notices)
    await outcomes.compare(client, written.answers)
  }
  async function replayInTurn(client: PoolClient, lastSeq: number): Promise<void> {
    for (;;) {
      const rows = await readJournal(client, chain.last().seq, lastSeq)
      if (rows.length === 0) return
      for (const written of replay(rows)) await compare(client, written)
    }
  }
  function tell(lastSeq: number): void {
    onProgress?.({ seq: chain.last().seq, lastSeq, commands: commandsOf(tally) })
  }
  return {
    seq: () => chain.last().seq,
    async replayTo({ journal, tables }, lastSeq) {
      const read = (after = chain.last().seq) => underWay(readJournal(journal, after, lastSeq))
      let comparing = Promise.resolve()
      for (let rows = await read(); rows.length > 0; ) {
        const coming = read(rows.at(-1)?.seq)
        for (const written of replay(rows)) {
          await comparing
          comparing = underWay(compare(tables, written))
          tell(lastSeq)
        }
        rows = await coming
      }
      await comparing
    },
    async finish(client, lease) {
      await replayInTurn(client, lease.lastSeq)
      checkEnd(chain, lease, expected, findings)
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
    },
  }
}

/** It is waited for later: what becomes of it is heard then. */
function underWay<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined)
  return work
}
