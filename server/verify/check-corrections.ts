import type { PoolClient } from '#server/storage/storage.ts'
import type { Findings } from '#server/verify/findings.ts'
import { readLease } from '#server/verify/journal-store.ts'
import { type CorrectionRow, countCorrections, readCorrectionRows } from '#server/verify/tables-store.ts'

/** Corrections of the clock. Outcomes of batches before one were deleted by a time up to its `recorded_at`. */
export type CheckedCorrections = {
  readonly count: number
  /** Of the simulation. Each correction draws one. */
  readonly seeds: number
  /** The latest time at which outcomes of this batch may have been deleted; 0 without a correction after it. */
  readonly deletedUntilMs: (seq: number) => number
}

/** The application's login can insert corrections. One that no start has made is reported and excuses nothing. */
export async function checkCorrections(client: PoolClient, findings: Findings): Promise<CheckedCorrections> {
  const rows = await readCorrectionRows(client)
  // Read after them: a running server appends batches.
  const lastSeq = (await readLease(client))?.lastSeq ?? 0
  for (const row of rows) {
    const message = problemOf(row, lastSeq)
    if (message !== undefined)
      findings.add({ kind: 'extra_row', table: 'clock_corrections', row: row.id, message })
  }
  const made = rows.filter((row) => problemOf(row, lastSeq) === undefined)
  return {
    ...(await countCorrections(client)),
    deletedUntilMs: (seq) =>
      made.reduce((ms, { batchSeq, recordedMs }) => (batchSeq >= seq ? Math.max(ms, recordedMs) : ms), 0),
  }
}

function problemOf({ takenMs, recordedMs, batchSeq }: CorrectionRow, lastSeq: number): string | undefined {
  if (batchSeq > lastSeq) return 'names a batch after the last one of the journal'
  if (takenMs > recordedMs) return 'takes a later time than was recorded'
  return undefined
}
