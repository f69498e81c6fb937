import type { MarginNotice } from '#core/decision/decision.ts'
import type { Order } from '#core/order/order.ts'
import type {
  AccountRecord,
  BatchRecords,
  MovementRecord,
  OutcomeRecord,
  TransferRecord,
} from '#server/engine/engine-store.ts'

/** What the database would hold. Nothing is ever thrown away but outcomes, and those only when asked to. */
export type MemoryTables = {
  readonly accounts: ReadonlyMap<number, AccountRecord>
  readonly orders: ReadonlyMap<number, Order>
  /** By user, in the order written. */
  readonly transfers: ReadonlyMap<number, readonly TransferRecord[]>
  readonly movements: ReadonlyMap<string, MovementRecord>
  readonly notices: ReadonlyMap<number, readonly MarginNotice[]>
  readonly outcomes: ReadonlyMap<string, OutcomeRecord>
}

export type WritableTables = MemoryTables & {
  readonly write: (batch: BatchRecords) => void
  readonly forget: (key: string) => void
}

export function createMemoryTables(): WritableTables {
  const accounts = new Map<number, AccountRecord>()
  const orders = new Map<number, Order>()
  const transfers = new Map<number, TransferRecord[]>()
  const movements = new Map<string, MovementRecord>()
  const notices = new Map<number, MarginNotice[]>()
  const outcomes = new Map<string, OutcomeRecord>()
  return {
    accounts,
    orders,
    transfers,
    movements,
    notices,
    outcomes,
    write(batch) {
      for (const row of asRows(batch.accounts)) accounts.set(row.userId, row)
      for (const row of asRows(batch.orders)) orders.set(row.id, row)
      for (const row of asRows(batch.transfers)) listOf(transfers, row.userId).push(row)
      for (const row of asRows(batch.movements)) movements.set(row.reference, row)
      for (const row of asRows(batch.notices)) listOf(notices, row.userId).push(row)
      for (const row of asRows(batch.outcomes)) outcomes.set(outcomeKey(row.userId, row.key), row)
    },
    forget: (key) => void outcomes.delete(key),
  }
}

export function outcomeKey(userId: number, key: string): string {
  return `${userId} ${key}`
}

/** Copies, as a database makes them: whoever still holds what was handed in cannot change what is kept. */
function asRows<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.length === 0 ? rows : (JSON.parse(JSON.stringify(rows)) as readonly Row[])
}

function listOf<Row>(lists: Map<number, Row[]>, userId: number): Row[] {
  const known = lists.get(userId)
  if (known !== undefined) return known
  const list: Row[] = []
  lists.set(userId, list)
  return list
}
