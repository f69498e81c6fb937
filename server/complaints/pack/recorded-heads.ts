import { existsSync } from 'node:fs'
import type { JournalHead } from '#server/engine/engine.ts'
import { headsPath, parseHeadLine, readHeadLines } from '#server/heads/heads.ts'

/** The heads of the journal that this installation has recorded, one for each batch, ascending. */
export async function readRecordedHeads(dataDir: string): Promise<readonly JournalHead[]> {
  const path = headsPath(dataDir)
  if (!existsSync(path)) return []
  const heads = new Map<number, JournalHead>()
  for await (const line of readHeadLines(path)) {
    const journal = parseHeadLine(line)?.journal
    if (journal !== undefined && journal.seq > 0) heads.set(journal.seq, journal)
  }
  return [...heads.values()].sort((one, other) => one.seq - other.seq)
}
