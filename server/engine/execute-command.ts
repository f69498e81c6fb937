import type { Command } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type {
  DecisionContext,
  Effects,
  NoChange,
  RefusalReason,
  TradingAccount,
} from '#core/decision/decision.ts'
import type { Book as LedgerBook } from '#core/ledger/transfer.ts'
import type { Board, LiveBoard } from '#core/market/board.ts'
import type { FeeMode } from '#core/order/order.ts'
import {
  burnedFingerprint,
  type Loaded,
  type StoredOutcome,
  storedOutcomeOf,
  type TransferRecord,
} from '#server/engine/engine-store.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'
import { boardFromSnapshot, marketOfCommand, snapshotBoard } from '#server/engine/journal/board-snapshot.ts'
import { type DecidedCommand, journalEntryOf } from '#server/engine/journal/journal.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import type { FrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import type { IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import { createRecentlyClosed, type RecentMovements } from '#server/engine/state/recently-changed.ts'
import { type Batch, createBatchEntry } from '#server/engine/writer/batch.ts'
import type { Clock } from '#server/platform/clock.ts'

type ExecutionParts = {
  readonly idempotency: IdempotencyCache
  readonly decider: Decider
  readonly frozen: FrozenAccounts
  /** Told of every account for which something was decided. */
  readonly markDirty: (userId: number) => void
}

/** Decides what somebody asked, unless it was decided before under the same key, or nobody waits for it any more. */
export function createExecuteCommand({
  idempotency: remembered,
  decider,
  frozen,
  markDirty: note,
}: ExecutionParts) {
  /** It hears what came of the first as soon as that is on disk, or that it is there already. */
  function answerRepeat(waiting: PendingRequest): boolean {
    const { owner: asker, key } = waiting
    const known = key === undefined ? undefined : remembered.find(asker.userId, key.key)
    if (known === undefined) return false
    waiting.isDecided = true
    // The outcome of a key is answered whatever command it was used for. A burned key is refused for every command.
    const isAnswered = waiting.command.kind === 'burn_key' || known.fingerprint === burnedFingerprint
    if (!isAnswered && known.fingerprint !== key?.fingerprint) waiting.settle({ kind: 'mismatch' })
    else if (known.uncommitted === undefined) waiting.settle({ kind: 'written' })
    else known.uncommitted.pending.push(waiting)
    return true
  }
  return function take(waiting: PendingRequest, batch: Batch): void {
    const { userId } = waiting.owner
    if (waiting.isSettled() || answerRepeat(waiting)) return
    if (frozen.has(userId) && waiting.command.kind !== 'burn_key') {
      waiting.settle({ kind: 'frozen' })
      return
    }
    try {
      decider.decideCommand(waiting, batch)
      note(userId)
    } catch (fault) {
      frozen.freeze(userId, fault)
      waiting.settle({ kind: 'fault' })
    }
  }
}

type DeciderParts = {
  readonly board: LiveBoard
  readonly accounts: AccountState
  readonly idempotency: IdempotencyCache
  readonly movements: RecentMovements
  readonly feed: string
  readonly feeMode: () => FeeMode
  readonly clock: Clock
}

/** Decides commands on memory and writes what comes of them into memory and into a batch. */
export type Decider = {
  /** Throws only where a decision itself is broken; then nothing has changed. */
  readonly decideCommand: (waiting: PendingRequest, batch: Batch) => void
  readonly decideQuote: (command: Judging, batch: () => Batch) => Judged
  readonly load: (loaded: Pick<Loaded, 'nextOrderId' | 'nextTransferId'>) => void
}

type Judging = Extract<Command, { readonly kind: 'judge_tick' }>

/** What there is to wait for, where nothing was done: see `Nothing`. */
type Judged = { readonly kind: 'changed' } | NoChange

export function createDecider(parts: DeciderParts): Decider {
  const { board, accounts: book, idempotency: remembered, movements } = parts
  const ends = createRecentlyClosed()
  let nextOrderId = 1
  let nextTransferId = 1

  function surroundings(command: Command, seen: Board): DecisionContext {
    const named =
      command.kind === 'judge_tick' ? undefined : marketOfCommand(command, book.get(command.userId))
    return {
      timeMs: parts.clock.now(),
      board: seen,
      feed: parts.feed,
      feeMode: parts.feeMode(),
      market: named === undefined ? undefined : board.market(named),
      nextOrderId,
    }
  }

  function numbered(userId: number, ledger: LedgerBook, effects: Effects, atMs: number): TransferRecord[] {
    return effects.transfers.map((transfer, at) => ({
      ...transfer,
      id: nextTransferId + at,
      userId,
      book: ledger,
      atMs,
    }))
  }

  /** After this the account is as decided, and the batch has what it takes to keep it so. */
  function write(made: DecidedCommand, batch: Batch, waiting: PendingRequest | undefined): void {
    const { command, decision, around } = made
    const { userId } = command
    const journal = journalEntryOf(made, nextTransferId)
    const ledger = ledgerOf(command, book.get(userId))
    const effects = decision.kind === 'decided' ? decision.effects : undefined
    const left =
      effects === undefined ? [] : book.apply({ userId, book: ledger, timeMs: around.timeMs }, effects)
    const entry = createBatchEntry(command, storedOutcomeOf(decision), { effects, left, waiting })
    const key = isKept(command, entry.outcome) ? waiting?.key : undefined
    const outcome =
      key === undefined ? undefined : { userId, ...key, outcome: entry.outcome, atMs: around.timeMs }
    const transfers = effects === undefined ? [] : numbered(userId, ledger, effects, around.timeMs)
    const movement =
      effects?.movement == null ? undefined : { ...effects.movement, userId, atMs: around.timeMs }
    batch.add(entry, {
      account: effects === undefined ? undefined : book.record(userId),
      orders: effects?.orders ?? [],
      transfers,
      movement,
      notice: effects?.notice == null ? undefined : { ...effects.notice, userId },
      outcome,
      journal: effects === undefined && outcome === undefined ? undefined : journal,
    })
    if (outcome !== undefined) entry.cached = remembered.add(outcome, entry)
    if (movement !== undefined) movements.add(movement)
    ends.add(effects?.orders ?? [])
    nextTransferId += transfers.length
    nextOrderId = Math.max(nextOrderId, ...(effects?.orders ?? []).map(({ id }) => id + 1))
  }

  /** An account that is missing is opened before anything else is decided for it. */
  function openFirst({ owner: asker, command }: PendingRequest, batch: Batch): void {
    const { userId, isDemo } = asker
    if (command.kind === 'open_account' || book.get(userId) !== undefined) return
    const opening: Command = { kind: 'open_account', userId, book: isDemo ? 'demo' : 'real' }
    const around = surroundings(opening, board)
    const decision = decide(undefined, opening, around)
    if (decision.kind === 'decided') {
      write(
        { command: opening, decision, around, snapshot: snapshotBoard(undefined, opening, board) },
        batch,
        undefined,
      )
    }
  }

  return {
    decideCommand(waiting, batch) {
      openFirst(waiting, batch)
      const command = ends.refresh(movements.refresh(waiting.command))
      const account = book.get(command.userId)
      const snapshot = snapshotBoard(account, command, board)
      const around = surroundings(command, boardFromSnapshot(snapshot))
      const decision = decide(account, command, around)
      waiting.isDecided = true
      if (decision.kind !== 'nothing') return write({ command, decision, around, snapshot }, batch, waiting)
      batch.add(createBatchEntry(command, { kind: 'done', orders: [] }, { waiting }), nothingWritten)
    },
    decideQuote(command, batch) {
      const account = book.get(command.userId)
      const around = surroundings(command, board)
      const decision = decide(account, command, around)
      if (decision.kind === 'nothing') return decision
      if (decision.kind !== 'decided') return { kind: 'nothing' }
      write(
        { command, decision, around, snapshot: snapshotBoard(account, command, board) },
        batch(),
        undefined,
      )
      return { kind: 'changed' }
    },
    load(loaded) {
      ends.clear()
      nextOrderId = loaded.nextOrderId
      nextTransferId = loaded.nextTransferId
    },
  }
}

const nothingWritten = {
  account: undefined,
  orders: [],
  transfers: [],
  movement: undefined,
  notice: undefined,
  outcome: undefined,
  journal: undefined,
}

/** Refusals of a ticket for what was typed, whatever the state of anything: whoever mends it may use the same key again. */
const ofTicket: ReadonlySet<RefusalReason> = new Set([
  'unknown_market',
  'leverage_not_configured',
  'leverage_not_offered',
  'invalid_lots',
  'lots_limit',
  'invalid_price',
])

function isKept({ kind }: Command, outcome: StoredOutcome): boolean {
  const isTicket = kind === 'open_order' || kind === 'amend_order'
  return outcome.kind !== 'refused' || !isTicket || !ofTicket.has(outcome.reason)
}

function ledgerOf(command: Command, account: TradingAccount | undefined): LedgerBook {
  if (account !== undefined) return account.book
  return command.kind === 'open_account' ? command.book : 'real'
}
