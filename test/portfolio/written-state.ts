import type { Order } from '#core/order/order.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { AccountRecord } from '#server/engine/engine-store.ts'
import { accountOf, type BatchParts } from '#test/engine/store-fixture.ts'

/** Turns the rows of a batch into account records with versions and into changes, as the engine would. */
export function createWrittenState() {
  const accounts = new Map<number, AccountRecord>()
  const active = new Map<number, Order>()
  let seq = 0

  /** An account that the batch does not name keeps its balances. */
  function recordOf(userId: number, given: AccountRecord | undefined): AccountRecord {
    const last = accounts.get(userId)
    const record = { ...(given ?? last ?? accountOf(userId)), version: (last?.version ?? 0) + 1 }
    accounts.set(userId, record)
    return record
  }
  function orderChange(after: Order): AccountChanged['orders'][number] {
    const before = active.get(after.id)
    if (after.status === 'open' || after.status === 'pending') active.set(after.id, after)
    else active.delete(after.id)
    return { before, after }
  }
  function changeOf(record: AccountRecord, batch: BatchParts): AccountChanged {
    const isOwn = (row: { readonly userId: number }) => row.userId === record.userId
    const { userId, version, cash, locked, isWarned } = record
    const notice = batch.notices?.find(isOwn)
    return {
      ...{ position: { group: 0, seq }, userId, version, timeMs: 0, cash, locked, isWarned },
      orders: (batch.orders ?? []).filter(isOwn).map(orderChange),
      transfers: (batch.transfers ?? []).filter(isOwn),
      notice: notice ?? null,
    }
  }
  return {
    next(batch: BatchParts) {
      seq += 1
      const { accounts: given = [], orders = [], transfers = [], notices = [] } = batch
      const users = new Set([...given, ...orders, ...transfers, ...notices].map(({ userId }) => userId))
      const records = [...users].map((userId) =>
        recordOf(
          userId,
          given.find((account) => account.userId === userId),
        ),
      )
      return { accounts: records, changes: records.map((record) => changeOf(record, batch)) }
    },
  }
}
