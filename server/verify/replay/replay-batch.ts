import type { JournalEntry } from '#server/engine/engine.ts'
import type { Chain } from '#server/verify/reading/chain.ts'
import type { JournalRow } from '#server/verify/reading/journal-store.ts'
import { unpackBatch } from '#server/verify/reading/unpack-batch.ts'
import { type Replayed, type ReplayParts, replayEntry } from '#server/verify/replay/replay-entry.ts'
import { countCommand, type Tally } from '#server/verify/replay/tally.ts'
import type { Place, Written } from '#server/verify/replay/written.ts'

export type BatchParts = ReplayParts & { readonly chain: Chain; readonly tally: Tally }

/**
 * `lost`: what follows cannot be decided again, for what it depends on cannot be read. From then on only the chain is
 * looked at.
 */
export type Course = 'whole' | 'lost'

export function replayBatch(parts: BatchParts, row: JournalRow, course: Course, written: Written): Course {
  const isNext = parts.chain.link(row)
  parts.tally.batches += 1
  if (course === 'lost' || !isNext) return 'lost'
  const entries = readableEntries(parts, row)
  if (entries === undefined) return 'lost'
  for (const [index, entry] of entries.entries()) {
    const at = { seq: row.seq, entry: index + 1 }
    const replayed = replayedOrFound(parts, entry, at, written)
    if (replayed === undefined) return 'lost'
    countCommand(parts.tally, entry.command.kind, replayed)
  }
  return 'whole'
}

/** An entry may have the shape of one and still be nothing that anybody could have decided. */
function replayedOrFound(
  parts: BatchParts,
  entry: JournalEntry,
  at: Place,
  written: Written,
): Replayed | undefined {
  try {
    return replayEntry(parts, entry, at, written)
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : 'for reasons unknown'
    const about = { kind: 'journal', ...at, table: 'journal', column: 'packed' } as const
    parts.findings.add({ ...about, sentence: `cannot be applied: ${why}` })
    return undefined
  }
}

function readableEntries(
  { findings, rules: ours }: BatchParts,
  { seq, packed }: JournalRow,
): readonly JournalEntry[] | undefined {
  const about = { kind: 'journal', seq, table: 'journal', column: 'packed' } as const
  if (packed === undefined) {
    findings.add({ ...about, sentence: 'is longer than any batch can be' })
    return undefined
  }
  const unpacked = unpackBatch(packed)
  if (unpacked.kind === 'unreadable') {
    findings.add({ ...about, entry: unpacked.entry, sentence: `cannot be read: ${unpacked.why}` })
    return undefined
  }
  const newer = unpacked.entries.findIndex(({ rules }) => rules > ours)
  if (newer === -1) return unpacked.entries
  findings.add({
    ...about,
    entry: newer + 1,
    sentence: 'was made by a newer version of the rules: verify with that one',
    expected: ours,
    found: unpacked.entries[newer]?.rules,
  })
  return undefined
}
