// The door of the verifier: decides the whole journal again and compares what comes of it with the tables.
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import {
  beginSnapshot,
  endSnapshot,
  type LeaseRow,
  makeReadOnly,
  readLease,
} from '#server/verify/reading/journal-store.ts'
import type { Report } from '#server/verify/report.ts'
import { createVerification, type Sessions, type VerificationParts } from '#server/verify/verification.ts'

export type { Mark } from '#server/verify/reading/chain.ts'
export type { Report } from '#server/verify/report.ts'
export type { Progress } from '#server/verify/verification.ts'
export { summaryOf } from '#server/verify/words/summary.ts'

export type VerifyParts = VerificationParts & { readonly pool: Pool }

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
