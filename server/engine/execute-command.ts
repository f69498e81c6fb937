import type { Command } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type {
  DecisionContext,
  Effects,
  NoChange,
  RefusalReason,
  TradingAccount,
} from '#core/decision/decision.ts'
import type { Book } from '#core/ledger/transfer.ts'
import type { Board, LiveBoard, MarketBoard } from '#core/market/board.ts'
import type { FeeMode, Order } from '#core/order/order.ts'
import { commandTraits } from '#server/engine/command-traits.ts'
import {
  burnedFingerprint,
  type FreezeRecord,
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
  /** Called before a command is decided: evaluates its account first, if a quote has not been evaluated for it yet. */
  readonly catchUp: (userId: number, batch: Batch) => void
  /** Called with the account of every decided command. */
  readonly markDirty: (userId: number) => void
}

/** Decides a command, unless its key was used before, its account is frozen or its request timed out. */
export function createExecuteCommand({ idempotency, decider, frozen, catchUp, markDirty }: ExecutionParts) {
  /**
   * Whether the key was used before. The repeat then waits for the commit of the first outcome, or is settled as
   * `written`.
   */
  function answerRepeat(pending: PendingRequest): boolean {
    const { owner, key } = pending
    const known = key === undefined ? undefined : idempotency.find(owner.userId, key.key)
    if (known === undefined) return false
    pending.isDecided = true
    // `burn_key` gets the outcome of whatever command used the key. A burned key is refused for every command.
    const isAnyCommand = pending.command.kind === 'burn_key' || known.fingerprint === burnedFingerprint
    if (!isAnyCommand && known.fingerprint !== key?.fingerprint) pending.settle({ kind: 'mismatch' })
    else if (known.uncommitted === undefined) pending.settle({ kind: 'written' })
    else known.uncommitted.pending.push(pending)
    return true
  }
  return function executeCommand(pending: PendingRequest, batch: Batch): void {
    const { userId } = pending.owner
    if (pending.isSettled() || answerRepeat(pending)) return
    catchUp(userId, batch)
    if (frozen.has(userId) && !commandTraits[pending.command.kind].worksWhenFrozen) {
      pending.settle({ kind: 'frozen' })
      return
    }
    try {
      decider.decideCommand(pending, batch)
      markDirty(userId)
    } catch (fault) {
      frozen.freeze(userId, 'command_failed', fault)
      pending.settle({ kind: 'fault' })
    }
  }
}

type DeciderParts = {
  readonly board: LiveBoard
  readonly accounts: AccountState
  readonly idempotency: IdempotencyCache
  readonly movements: RecentMovements
  readonly frozen: Pick<FrozenAccounts, 'refresh' | 'apply'>
  readonly feed: string
  readonly feeMode: () => FeeMode
  readonly isRealOpeningBlocked: () => boolean
  readonly clock: Clock
}

/** Decides commands on the state in memory, applies the effects to it and adds them to a batch. */
export type Decider = {
  /** If the decision throws, the command has changed nothing, but a missing account may have been opened. */
  readonly decideCommand: (pending: PendingRequest, batch: Batch) => void
  /** `prices` is the board at the quote. */
  readonly decideQuote: (command: QuoteCommand, prices: MarketBoard, batch: Batch) => QuoteDecision
  readonly load: (next: NextIds) => void
  /** After decisions were undone: forgets the orders they ended, and the ids they used. */
  readonly undo: (orders: readonly Order[], next: NextIds) => void
}

type NextIds = Pick<Loaded, 'nextOrderId' | 'nextTransferId'>

export type QuoteCommand = Extract<Command, { readonly kind: 'judge_tick' }>

export type QuoteDecision = { readonly kind: 'changed' } | NoChange

export function createDecider(parts: DeciderParts): Decider {
  const { board, accounts, idempotency, movements, frozen } = parts
  const recentlyClosed = createRecentlyClosed()
  let nextOrderId = 1
  let nextTransferId = 1

  function contextOf(command: Command, prices: Board): DecisionContext {
    const marketId =
      command.kind === 'judge_tick' ? undefined : marketOfCommand(command, accounts.get(command.userId))
    return {
      timeMs: parts.clock.now(),
      board: prices,
      feed: parts.feed,
      feeMode: parts.feeMode(),
      isRealOpeningBlocked: parts.isRealOpeningBlocked(),
      market: marketId === undefined ? undefined : board.market(marketId),
      nextOrderId,
    }
  }

  function transferRecords(userId: number, book: Book, effects: Effects, atMs: number): TransferRecord[] {
    return effects.transfers.map((transfer, at) => ({
      ...transfer,
      id: nextTransferId + at,
      userId,
      book,
      atMs,
    }))
  }

  /** Applies the decision to memory and adds its records to the batch. Encodes it first: that may fail. */
  function record(decided: DecidedCommand, batch: Batch, pending: PendingRequest | undefined): void {
    const { command, decision, context } = decided
    const { userId } = command
    const { timeMs } = context
    const before = accounts.get(userId)
    const book = bookOf(command, before)
    const effects = decision.kind === 'decided' ? decision.effects : undefined
    const stored = storedOutcomeOf(decision)
    const key = isStored(command, stored) ? pending?.key : undefined
    const outcome = key === undefined ? undefined : { userId, ...key, outcome: stored, atMs: timeMs }
    const isJournalled = effects !== undefined || outcome !== undefined
    const journal = isJournalled ? batch.encode(journalEntryOf(decided, before, nextTransferId)) : undefined
    const orders = effects === undefined ? [] : accounts.apply({ userId, book, timeMs }, effects)
    const account = effects === undefined ? undefined : accounts.record(userId)
    const transfers = effects === undefined ? [] : transferRecords(userId, book, effects, timeMs)
    const notice = effects?.notice ?? null
    const movement = effects?.movement == null ? undefined : { ...effects.movement, userId, atMs: timeMs }
    const change =
      account === undefined ? undefined : { timeMs, account, orders, transfers, notice, movement }
    const entry = createBatchEntry(command, stored, { change, pending })
    batch.add(entry, {
      account,
      orders: effects?.orders ?? [],
      transfers,
      movement,
      notice: notice === null ? undefined : { ...notice, userId },
      freeze: effects === undefined ? undefined : freezeOf(command, timeMs),
      outcome,
      journal,
      version: accounts.versionOf(userId),
    })
    if (outcome !== undefined) entry.cached = idempotency.add(outcome, entry)
    if (movement !== undefined) movements.add(movement)
    if (effects !== undefined) frozen.apply(command, timeMs)
    recentlyClosed.add(effects?.orders ?? [])
    nextTransferId += transfers.length
    nextOrderId = Math.max(nextOrderId, ...(effects?.orders ?? []).map(({ id }) => id + 1))
  }

  function setNextIds(next: NextIds): void {
    nextOrderId = next.nextOrderId
    nextTransferId = next.nextTransferId
  }

  /** Opens a missing account before the first command for it is decided. */
  function openMissingAccount({ owner, command }: PendingRequest, batch: Batch): void {
    const { userId, isDemo } = owner
    if (command.kind === 'open_account' || accounts.get(userId) !== undefined) return
    const opening: Command = { kind: 'open_account', userId, book: isDemo ? 'demo' : 'real' }
    const context = contextOf(opening, board)
    const decision = decide(undefined, opening, context)
    if (decision.kind === 'decided') {
      const snapshot = snapshotBoard(undefined, opening, board)
      record({ command: opening, decision, context, snapshot }, batch, undefined)
    }
  }

  return {
    decideCommand(pending, batch) {
      openMissingAccount(pending, batch)
      const command = frozen.refresh(recentlyClosed.refresh(movements.refresh(pending.command)))
      const account = accounts.get(command.userId)
      const snapshot = snapshotBoard(account, command, board)
      const context = contextOf(command, boardFromSnapshot(snapshot))
      const decision = decide(account, command, context)
      pending.isDecided = true
      if (decision.kind !== 'nothing') return record({ command, decision, context, snapshot }, batch, pending)
      batch.add(createBatchEntry(command, { kind: 'done', orders: [] }, { pending }), noRecords)
    },
    decideQuote(command, prices, batch) {
      const account = accounts.get(command.userId)
      const context = contextOf(command, prices)
      const decision = decide(account, command, context)
      if (decision.kind === 'nothing') return decision
      if (decision.kind !== 'decided') return { kind: 'nothing' }
      const snapshot = snapshotBoard(account, command, prices)
      record({ command, decision, context, snapshot }, batch, undefined)
      return { kind: 'changed' }
    },
    load(next) {
      recentlyClosed.clear()
      setNextIds(next)
    },
    undo(orders, next) {
      recentlyClosed.remove(orders)
      setNextIds(next)
    },
  }
}

const noRecords = {
  account: undefined,
  orders: [],
  transfers: [],
  movement: undefined,
  notice: undefined,
  freeze: undefined,
  outcome: undefined,
  journal: undefined,
  version: 0,
}

/** Refusals that depend only on the typed input. They are not stored, so that a corrected ticket may reuse the key. */
const inputRefusals: ReadonlySet<RefusalReason> = new Set([
  'unknown_market',
  'leverage_not_configured',
  'leverage_not_offered',
  'invalid_lots',
  'lots_limit',
  'invalid_price',
])

function isStored({ kind }: Command, outcome: StoredOutcome): boolean {
  return outcome.kind !== 'refused' || !commandTraits[kind].isTicket || !inputRefusals.has(outcome.reason)
}

function freezeOf(command: Command, atMs: number): FreezeRecord | undefined {
  const { userId } = command
  if (command.kind === 'freeze_account') {
    const { cause, detail } = command
    return { kind: 'frozen', userId, atMs, cause, detail }
  }
  if (command.kind !== 'lift_freeze') return undefined
  const { operatorId, reason } = command
  return { kind: 'lifted', userId, atMs, operatorId, reason }
}

function bookOf(command: Command, account: TradingAccount | undefined): Book {
  if (account !== undefined) return account.book
  return command.kind === 'open_account' ? command.book : 'real'
}
