import type { Command } from '#core/decision/command.ts'
import type { Decision, Nothing, Surroundings } from '#core/decision/decision.ts'
import { type JournalEntry, rulesVersion } from '#server/engine/batch/journal.ts'
import type { BoardSnapshot } from '#server/engine/deciding/board-snapshot.ts'

/** A decision with everything it was made on. */
export type Made = {
  readonly command: Command
  readonly decision: Exclude<Decision, Nothing>
  readonly around: Surroundings
  readonly snapshot: BoardSnapshot
}

export function journalOf(
  { command, decision, around, snapshot }: Made,
  nextTransferId: number,
): JournalEntry {
  return {
    rules: rulesVersion,
    timeMs: around.timeMs,
    command,
    board: snapshot,
    feed: around.feed,
    feeMode: around.feeMode,
    market: around.market ?? null,
    nextOrderId: around.nextOrderId,
    nextTransferId,
    outcome: decision.kind === 'decided' ? { kind: 'decided', effects: decision.effects } : decision,
  }
}
