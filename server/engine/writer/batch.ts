import type { Command } from '#core/decision/command.ts'
import type { MarginNotice } from '#core/decision/decision.ts'
import type { Order } from '#core/order/order.ts'
import { commandTraits } from '#server/engine/command-traits.ts'
import type {
  AccountRecord,
  BatchRecords,
  FreezeRecord,
  Lease,
  MovementRecord,
  OutcomeRecord,
  StoredOutcome,
  TransferRecord,
} from '#server/engine/engine-store.ts'
import type { AccountChanged, EngineParts, OrderChange } from '#server/engine/engine-types.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'
import { chainHash, type JournalEntry } from '#server/engine/journal/journal.ts'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import { createJournalPacker, type EncodedEntry } from '#server/engine/journal/pack-journal.ts'
import type { Random } from '#server/platform/random.ts'

/** Records that one decision adds to a batch. */
export type DecisionRecords = {
  readonly account: AccountRecord | undefined
  readonly orders: readonly Order[]
  readonly transfers: readonly TransferRecord[]
  readonly movement: MovementRecord | undefined
  readonly notice: (MarginNotice & { readonly userId: number }) | undefined
  readonly freeze: FreezeRecord | undefined
  readonly outcome: OutcomeRecord | undefined
  readonly journal: EncodedEntry | undefined
  /** Version of the account after the decision. */
  readonly version: number
}

/** Decisions that are committed together. A row that several decisions touch is kept once, in its final state. */
export type Batch = {
  readonly entries: readonly BatchEntry[]
  /** Encodes an entry for the journal. If it throws, the batch can still be used. */
  readonly encode: (entry: JournalEntry) => EncodedEntry
  readonly add: (entry: BatchEntry, records: DecisionRecords) => void
  readonly isFull: () => boolean
  /** Commands that may add risk. */
  readonly openings: () => number
  readonly rows: () => number
  /** Rows that quotes have caused: orders, transfers, notices, or an account alone. */
  readonly quoteRows: () => number
  readonly hasWrites: () => boolean
  readonly seal: (lease: Lease, atMs: number, random: Random) => BatchRecords
  /** Number of the batch in the journal; undefined until it is sealed. */
  readonly seq: () => number | undefined
}

/** One decision of a batch, with the requests that wait for its result: the first one and its repeats. */
export type BatchEntry = {
  readonly command: Command
  readonly outcome: StoredOutcome
  /** Undefined for a refusal and for a command that changed nothing. */
  readonly change: DecidedChange | undefined
  readonly pending: PendingRequest[]
  /** The cached idempotency key that refers to this entry until the commit. */
  cached: CachedKey | undefined
}

/**
 * A key that was used a short while ago. Its outcome is read from disk: if outcomes were cached, the garbage collector
 * would be busy while orders wait.
 */
export type CachedKey = {
  readonly name: string
  readonly fingerprint: string
  /** When the key was added or committed, on the monotonic clock. */
  usedMs: number
  /** The decision under this key until its batch is committed; undefined from then on. */
  uncommitted: BatchEntry | undefined
}

/** What a decision changed, to be published after the commit. Refers to records that the batch holds anyway. */
type DecidedChange = Pick<AccountChanged, 'timeMs' | 'transfers' | 'notice'> & {
  readonly account: AccountRecord
  readonly orders: readonly OrderChange[]
  /** A deposit or withdrawal. It is not published. */
  readonly movement: MovementRecord | undefined
}

const maxCommands = 2048
/**
 * Counts orders, transfers, notices, outcomes and refusals, and accounts of which nothing else has changed. One decision
 * may add hundreds, and a long statement times out.
 */
export const maxRows = 6144

export function createBatch(rowLimit = maxRows): Batch {
  const entries: BatchEntry[] = []
  const accounts = new Map<number, { record: AccountRecord; changes: number }>()
  const orders = new Map<number, Order>()
  const transfers: TransferRecord[] = []
  const movements = new Map<string, MovementRecord>()
  const notices: (MarginNotice & { readonly userId: number })[] = []
  const freezes: FreezeRecord[] = []
  const outcomes = new Map<string, OutcomeRecord>()
  const json = createOrderJson()
  const journal = createJournalPacker(json)
  let refusals = 0
  let accountsOnly = 0
  let commands = 0
  let openings = 0
  let quoteRows = 0
  let sealedSeq: number | undefined

  function addAccount(record: AccountRecord): void {
    const changed = accounts.get(record.userId)
    if (changed === undefined) accounts.set(record.userId, { record, changes: 1 })
    else {
      changed.record = record
      changed.changes += 1
    }
  }
  const rows = () => orders.size + transfers.length + notices.length + outcomes.size + refusals + accountsOnly
  return {
    entries,
    encode: journal.encode,
    add(entry, { account, movement, notice, freeze, outcome, journal: journalEntry, version, ...records }) {
      entries.push(entry)
      if (account !== undefined) addAccount(account)
      for (const order of records.orders) orders.set(order.id, order)
      transfers.push(...records.transfers)
      const changed = records.orders.length + records.transfers.length + (notice === undefined ? 0 : 1)
      if (account !== undefined && changed === 0) accountsOnly += 1
      if (entry.command.kind === 'judge_tick') quoteRows += Math.max(1, changed)
      else commands += 1
      if (commandTraits[entry.command.kind].mayAddRisk) openings += 1
      if (movement !== undefined) movements.set(movement.reference, movement)
      if (notice !== undefined) notices.push(notice)
      if (freeze !== undefined) freezes.push(freeze)
      if (outcome !== undefined) outcomes.set(`${outcome.userId} ${outcome.key}`, outcome)
      if (outcome?.outcome.kind === 'done') refusals += outcome.outcome.refusals?.length ?? 0
      if (journalEntry !== undefined) journal.add(journalEntry, version)
    },
    // One less than the limit: a command may be preceded by the opening of its account.
    isFull: () => commands >= maxCommands - 1 || rows() >= rowLimit,
    openings: () => openings,
    rows,
    quoteRows: () => quoteRows,
    hasWrites: () => !journal.isEmpty(),
    seal(lease, atMs, random) {
      const seq = lease.lastSeq + 1
      const packed = journal.pack({ group: 0, seq }, random)
      sealedSeq = seq
      return {
        seq,
        atMs,
        ...packed,
        hash: chainHash(lease.lastHash, packed),
        accounts: Array.from(accounts.values(), ({ record, changes }) => ({ ...record, changes })),
        orders: [...orders.values()],
        transfers,
        movements: [...movements.values()],
        notices,
        freezes,
        outcomes: [...outcomes.values()],
        json,
      }
    },
    seq: () => sealedSeq,
  }
}

type EntryDetails = {
  readonly change?: DecidedChange | undefined
  readonly pending: PendingRequest | undefined
}

export function createBatchEntry(
  command: Command,
  outcome: StoredOutcome,
  details: EntryDetails,
): BatchEntry {
  const { change, pending } = details
  return {
    command,
    outcome,
    change,
    pending: pending === undefined ? [] : [pending],
    cached: undefined,
  }
}

/** All users with a decision in these batches. */
export function usersIn(batches: readonly Pick<Batch, 'entries'>[]): ReadonlySet<number> {
  return new Set(batches.flatMap(({ entries }) => entries.map(({ command }) => command.userId)))
}

/** All requests whose decision is in this batch. */
export function pendingIn({ entries }: Pick<Batch, 'entries'>): readonly PendingRequest[] {
  return entries.flatMap(({ pending }) => pending)
}

export type AnswerParts = { readonly idempotency: { readonly commit: (cached: CachedKey) => void } }
export type PublishParts = Pick<EngineParts, 'publish'>

/** After the commit: answers every waiting request. */
export function answerRequests(batch: Batch, { idempotency }: AnswerParts): void {
  for (const entry of batch.entries) {
    if (entry.cached !== undefined) idempotency.commit(entry.cached)
    for (const pending of entry.pending) pending.settle(entry.outcome)
  }
}

/** After the commit: publishes every change in order. */
export function publishChanges(batch: Batch, { publish }: PublishParts): void {
  const seq = batch.seq()
  if (seq === undefined) return
  const position = { group: 0, seq } as const
  for (const { change } of batch.entries) {
    if (change === undefined) continue
    const { account, movement: _, ...changed } = change
    const { userId, version, cash, locked, isWarned } = account
    publish({ position, userId, version, cash, locked, isWarned, ...changed })
  }
}
