import { createHash } from 'node:crypto'
import type { Command } from '#core/decision/command.ts'
import type {
  Burned,
  Decision,
  DecisionContext,
  Effects,
  NoChange,
  Refusal,
} from '#core/decision/decision.ts'
import type { Market } from '#core/market/market.ts'
import type { FeeMode } from '#core/order/order.ts'
import type { BoardSnapshot } from '#server/engine/journal/board-snapshot.ts'
import { unpackJournal } from '#server/engine/journal/unpack-journal.ts'

/** Grows whenever the same command on the same account could be decided otherwise than before. */
export const rulesVersion = 2

/** A command with everything it was decided on, and what came of it: it can be decided again, by anyone. */
export type JournalEntry = {
  readonly rules: number
  readonly timeMs: number
  readonly command: Command
  readonly board: BoardSnapshot
  readonly feed: string
  readonly feeMode: FeeMode
  /** The terms of the market that something was to be opened in. */
  readonly market: Market | null
  readonly nextOrderId: number
  readonly nextTransferId: number
  readonly outcome: { readonly kind: 'decided'; readonly effects: Effects } | Refusal | Burned
}

export function unpackEntries(packed: Buffer): readonly JournalEntry[] {
  return unpackJournal(packed) as readonly JournalEntry[]
}

/** Over the hash before and what is kept, so that nothing can be changed, left out or put in between. */
export function chainHash(before: Buffer, packed: Buffer): Buffer {
  return createHash('sha256').update(before).update(packed).digest()
}

/** A decision with everything it was made on. */
export type DecidedCommand = {
  readonly command: Command
  readonly decision: Exclude<Decision, NoChange>
  readonly around: DecisionContext
  readonly snapshot: BoardSnapshot
}

export function journalEntryOf(
  { command, decision, around, snapshot }: DecidedCommand,
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
