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

/** What one decision adds to a batch. */
type DecisionRecords = {
  readonly account: AccountRecord | undefined
  readonly orders: readonly Order[]
  readonly transfers: readonly TransferRecord[]
  readonly movement: MovementRecord | undefined
  readonly notice: (MarginNotice & { readonly userId: number }) | undefined
  readonly outcome: OutcomeRecord | undefined
  readonly journal: JournalEntry | undefined
}

/** Decisions that are written together. It keeps the final state of each row, however often it was touched. */
export type Batch = {
  readonly entries: readonly BatchEntry[]
  readonly add: (entry: BatchEntry, written: DecisionRecords) => void
  readonly isFull: () => boolean
  readonly rows: () => number
  readonly hasWrites: () => boolean
  readonly seal: (lease: Lease, atMs: number) => BatchRecords
}

const mostCommands = 2048
/** Orders, transfers, outcomes and what these refuse: one decision may be about hundreds, and a statement has only so long. */
export const maxRows = 6144

export function createBatch(rowBound = maxRows): Batch {
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
    add(entry, { account, movement, notice, outcome, journal: noted, ...written }) {
      entries.push(entry)
      if (account !== undefined) accounts.set(account.userId, account)
      for (const order of written.orders) orders.set(order.id, order)
      transfers.push(...written.transfers)
      if (movement !== undefined) movements.set(movement.reference, movement)
      if (notice !== undefined) notices.push(notice)
      if (outcome !== undefined) outcomes.set(`${outcome.userId} ${outcome.key}`, outcome)
      if (outcome?.outcome.kind === 'done') refusals += outcome.outcome.refusals?.length ?? 0
      if (noted !== undefined) journal.add(noted)
    },
    // One command may bring the opening of its account with it.
    isFull: () => entries.length >= mostCommands - 1 || rows() >= rowBound,
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

/** Everyone who waits for something in it. */
export function pendingIn({ entries }: Pick<Batch, 'entries'>): readonly PendingRequest[] {
  return entries.flatMap(({ pending: waiting }) => waiting)
}

/** One decision in a batch, and everyone who waits to hear of it: whoever asked, and who repeated it meanwhile. */
export type BatchEntry = {
  readonly command: Command
  readonly outcome: StoredOutcome
  /** Undefined for a refusal, and where there was nothing to do. */
  readonly effects: Effects | undefined
  /** Orders that left the open or pending list. */
  readonly endedOrders: readonly number[]
  readonly pending: PendingRequest[]
  /** What is remembered of it under its key, for as long as it is not on disk. */
  cached: { entry: BatchEntry | undefined } | undefined
}

type About = {
  readonly effects?: Effects | undefined
  readonly left?: readonly number[]
  readonly waiting: PendingRequest | undefined
}

export function createBatchEntry(command: Command, outcome: StoredOutcome, about: About): BatchEntry {
  const { effects, left = [], waiting } = about
  return {
    command,
    outcome,
    effects,
    endedOrders: left,
    pending: waiting === undefined ? [] : [waiting],
    cached: undefined,
  }
}

/** It is on disk: everyone who waits is answered, and whoever watches is told, once for each account. */
export function acknowledge({ entries }: Batch, { publish }: Pick<EngineParts, 'publish'>): void {
  const left = new Map<number, number[]>()
  for (const entry of entries) {
    if (entry.cached !== undefined) entry.cached.entry = undefined
    if (entry.effects !== undefined) {
      const ids = left.get(entry.command.userId) ?? []
      ids.push(...entry.endedOrders)
      left.set(entry.command.userId, ids)
    }
    for (const waiting of entry.pending) waiting.settle(entry.outcome)
  }
  for (const [userId, ids] of left) publish({ userId, endedOrders: ids })
}
