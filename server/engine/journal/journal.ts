import { createHash, hash as digest } from 'node:crypto'
import type { Command } from '#core/decision/command.ts'
import type {
  Burned,
  Decision,
  DecisionContext,
  Effects,
  NoChange,
  Refusal,
  TradingAccount,
} from '#core/decision/decision.ts'
import { hasOneOperatorTwice } from '#core/decision/funds.ts'
import type { Market } from '#core/market/market.ts'
import type { FeeMode } from '#core/order/order.ts'
import type { BoardSnapshot } from '#server/engine/journal/board-snapshot.ts'
import { type OrdersBefore, ordersBefore } from '#server/engine/journal/orders-before.ts'
import { unpackJournal } from '#server/engine/journal/unpack-journal.ts'

/** Raise it whenever the same command on the same state may be decided differently from before. */
export const rulesVersion = 3

/**
 * Whether these rules decide the command of an entry exactly as the rules of its time did. Version 3 refuses a deposit
 * that names one operator twice; everything else is decided as in version 2.
 */
export function canDecideAgain({ rules, command }: Pick<JournalEntry, 'rules' | 'command'>, by: number) {
  if (rules === by) return true
  return rules === 2 && by === 3 && !(command.kind === 'deposit' && hasOneOperatorTwice(command))
}

/** A command with its outcome and all inputs of the decision, so that the decision can be replayed. */
export type JournalEntry = {
  readonly rules: number
  readonly timeMs: number
  readonly command: Command
  readonly board: BoardSnapshot
  readonly feed: string
  readonly feeMode: FeeMode
  /** Absent if real accounts could open orders, and in entries of earlier versions. */
  readonly isRealOpeningBlocked?: true
  /** The market of the order that the command opens. */
  readonly market: Market | null
  readonly nextOrderId: number
  readonly nextTransferId: number
  readonly outcome: { readonly kind: 'decided'; readonly effects: Effects } | Refusal | Burned
  /** The changed orders that existed before. Absent if none did, and in entries of format 1. */
  readonly ordersBefore?: OrdersBefore
}

/** A decision with all of its inputs. */
export type DecidedCommand = {
  readonly command: Command
  readonly decision: Exclude<Decision, NoChange>
  readonly context: DecisionContext
  readonly snapshot: BoardSnapshot
}

/** `account` is the account before the decision. */
export function journalEntryOf(
  { command, decision, context, snapshot }: DecidedCommand,
  account: TradingAccount | undefined,
  nextTransferId: number,
): JournalEntry {
  const before =
    decision.kind === 'decided' ? ordersBefore(account?.orders, decision.effects.orders) : undefined
  return {
    rules: rulesVersion,
    timeMs: context.timeMs,
    command,
    board: snapshot,
    feed: context.feed,
    feeMode: context.feeMode,
    ...(context.isRealOpeningBlocked ? { isRealOpeningBlocked: true } : {}),
    market: context.market ?? null,
    nextOrderId: context.nextOrderId,
    nextTransferId,
    outcome: decision.kind === 'decided' ? { kind: 'decided', effects: decision.effects } : decision,
    ...(before === undefined ? {} : { ordersBefore: before }),
  }
}

/** Does not check the shape of the entries, because the engine wrote them. `verify` checks it. */
export function unpackEntries(packed: Buffer): readonly JournalEntry[] {
  return unpackJournal(packed) as readonly JournalEntry[]
}

/**
 * Hash chain over the batches: a changed, missing or inserted batch breaks it. Format 1 hashes the previous hash and
 * the packed batch. Format 2 also covers the Merkle root, and starts with 32 fixed bytes. In format 1 a hash is in
 * their place, so no batch has the same hash in both formats.
 */
export function chainHash(before: Buffer, { packed, root }: HashedBatch): Buffer {
  const hash = createHash('sha256')
  if (root === null) return hash.update(before).update(packed).digest()
  return format2Hash(before, root, packedHashOf(packed))
}

/** `root` is null in format 1. */
export type HashedBatch = { readonly packed: Buffer; readonly root: Buffer | null }

export function format2Hash(before: Buffer, root: Buffer, packedHash: Buffer): Buffer {
  return createHash('sha256').update(format2Tag).update(before).update(root).update(packedHash).digest()
}

export function packedHashOf(packed: Buffer): Buffer {
  return digest('sha256', packed, 'buffer')
}

/** As long as a hash. */
const format2Tag = 'openlot journal, row of format 2'
