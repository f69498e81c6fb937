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

/** Raise it whenever the same command on the same state may be decided differently from before. */
export const rulesVersion = 2

/** A command with its outcome and all inputs of the decision, so that the decision can be replayed. */
export type JournalEntry = {
  readonly rules: number
  readonly timeMs: number
  readonly command: Command
  readonly board: BoardSnapshot
  readonly feed: string
  readonly feeMode: FeeMode
  /** The market of the order that the command opens. */
  readonly market: Market | null
  readonly nextOrderId: number
  readonly nextTransferId: number
  readonly outcome: { readonly kind: 'decided'; readonly effects: Effects } | Refusal | Burned
}

/** A decision with all of its inputs. */
export type DecidedCommand = {
  readonly command: Command
  readonly decision: Exclude<Decision, NoChange>
  readonly context: DecisionContext
  readonly snapshot: BoardSnapshot
}

export function journalEntryOf(
  { command, decision, context, snapshot }: DecidedCommand,
  nextTransferId: number,
): JournalEntry {
  return {
    rules: rulesVersion,
    timeMs: context.timeMs,
    command,
    board: snapshot,
    feed: context.feed,
    feeMode: context.feeMode,
    market: context.market ?? null,
    nextOrderId: context.nextOrderId,
    nextTransferId,
    outcome: decision.kind === 'decided' ? { kind: 'decided', effects: decision.effects } : decision,
  }
}

/** Does not check the shape of the entries, because the engine wrote them. `verify` checks it. */
export function unpackEntries(packed: Buffer): readonly JournalEntry[] {
  return unpackJournal(packed) as readonly JournalEntry[]
}

/** Hash chain over the packed batches: a changed, missing or inserted batch breaks it. */
export function chainHash(before: Buffer, packed: Buffer): Buffer {
  return createHash('sha256').update(before).update(packed).digest()
}
