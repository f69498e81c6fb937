import type { Command } from '#core/decision/command.ts'
import type { Effects, MarginNotice } from '#core/decision/decision.ts'
import type { Order } from '#core/order/order.ts'
import type {
  AccountRecord,
  BatchRecords,
  Lease,
  MovementRecord,
  OutcomeRecord,
  StoredOutcome,
  TransferRecord,
} from '#server/engine/engine-store.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'
import { chainHash, type JournalEntry } from '#server/engine/journal/journal.ts'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import { createJournalPacker } from '#server/engine/journal/pack-journal.ts'

/** Records that one decision adds to a batch. */
export type DecisionRecords = {
  readonly account: AccountRecord | undefined
  readonly orders: readonly Order[]
  readonly transfers: readonly TransferRecord[]
  readonly movement: MovementRecord | undefined
  readonly notice: (MarginNotice & { readonly userId: number }) | undefined
  readonly outcome: OutcomeRecord | undefined
  readonly journal: JournalEntry | undefined
}

/** Decisions that are committed together. A row that several decisions touch is kept once, in its final state. */
export type Batch = {
  readonly entries: readonly BatchEntry[]
  readonly add: (entry: BatchEntry, records: DecisionRecords) => void
  readonly isFull: () => boolean
  readonly rows: () => number
  readonly hasWrites: () => boolean
  readonly seal: (lease: Lease, atMs: number) => BatchRecords
}

/** One decision of a batch, with the requests that wait for its result: the first one and its repeats. */
export type BatchEntry = {
  readonly command: Command
  readonly outcome: StoredOutcome
  /** Undefined for a refusal and for a command that changed nothing. */
  readonly effects: Effects | undefined
  /** Ids of orders that are no longer open or pending. */
  readonly endedOrders: readonly number[]
  readonly pending: PendingRequest[]
  /** The cached idempotency key that refers to this entry until the commit. */
  cached: { uncommitted: BatchEntry | undefined } | undefined
}

const maxCommands = 2048
/** Counts orders, transfers, outcomes and refusals. One decision may add hundreds, and a long statement times out. */
export const maxRows = 6144

export function createBatch(rowLimit = maxRows): Batch {
  const entries: BatchEntry[] = []
  const accounts = new Map<number, AccountRecord>()
  const orders = new Map<number, Order>()
  const transfers: TransferRecord[] = []
  const movements = new Map<string, MovementRecord>()
  const notices: (MarginNotice & { readonly userId: number })[] = []
  const outcomes = new Map<string, OutcomeRecord>()
  const json = createOrderJson()
  const journal = createJournalPacker(json)
  let refusals = 0
  const rows = () => orders.size + transfers.length + outcomes.size + refusals
  return {
    entries,
    add(entry, { account, movement, notice, outcome, journal: journalEntry, ...records }) {
      entries.push(entry)
      if (account !== undefined) accounts.set(account.userId, account)
      for (const order of records.orders) orders.set(order.id, order)
      transfers.push(...records.transfers)
      if (movement !== undefined) movements.set(movement.reference, movement)
      if (notice !== undefined) notices.push(notice)
      if (outcome !== undefined) outcomes.set(`${outcome.userId} ${outcome.key}`, outcome)
      if (outcome?.outcome.kind === 'done') refusals += outcome.outcome.refusals?.length ?? 0
      if (journalEntry !== undefined) journal.add(journalEntry)
    },
    // One less than the limit: a command may be preceded by the opening of its account.
    isFull: () => entries.length >= maxCommands - 1 || rows() >= rowLimit,
    rows,
    hasWrites: () => !journal.isEmpty(),
    seal(lease, atMs) {
      const packed = journal.pack()
      return {
        seq: lease.lastSeq + 1,
        atMs,
        packed,
        hash: chainHash(lease.lastHash, packed),
        accounts: [...accounts.values()],
        orders: [...orders.values()],
        transfers,
        movements: [...movements.values()],
        notices,
        outcomes: [...outcomes.values()],
        json,
      }
    },
  }
}

type EntryDetails = {
  readonly effects?: Effects | undefined
  readonly endedOrders?: readonly number[]
  readonly pending: PendingRequest | undefined
}

export function createBatchEntry(
  command: Command,
  outcome: StoredOutcome,
  details: EntryDetails,
): BatchEntry {
  const { effects, endedOrders = [], pending } = details
  return {
    command,
    outcome,
    effects,
    endedOrders,
    pending: pending === undefined ? [] : [pending],
    cached: undefined,
  }
}

/** All requests whose decision is in this batch. */
export function pendingIn({ entries }: Pick<Batch, 'entries'>): readonly PendingRequest[] {
  return entries.flatMap(({ pending }) => pending)
}

/** After the commit: answers every waiting request, then publishes one change for each account. */
export function acknowledge({ entries }: Batch, { publish }: Pick<EngineParts, 'publish'>): void {
  const endedByUser = new Map<number, number[]>()
  for (const entry of entries) {
    if (entry.cached !== undefined) entry.cached.uncommitted = undefined
    if (entry.effects !== undefined) {
      const ids = endedByUser.get(entry.command.userId) ?? []
      ids.push(...entry.endedOrders)
      endedByUser.set(entry.command.userId, ids)
    }
    for (const pending of entry.pending) pending.settle(entry.outcome)
  }
  for (const [userId, endedOrders] of endedByUser) publish({ userId, endedOrders })
}
