import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Pool, QueryResult } from 'pg'
import type { Order } from '#core/order/order.ts'
import type { AccountRecord, OutcomeRecord } from '#server/engine/records.ts'
import { loadAll } from '#server/engine/store/load-store.ts'
import { accountOf, type BatchWriter, takeWriter } from '#test/engine/batch-writer.ts'
import { insertUserOf, insertUsers } from '#test/engine/insert-users.ts'
import { closedOrder, openOrder, pendingOrder, placedAtMs } from '#test/engine/some-order.ts'
import { openStoreStage, type StoreStage } from '#test/engine/store-stage.ts'

const always = new Date(0)
let stage: StoreStage
let writer: BatchWriter
let accounts: readonly AccountRecord[]
let standing: readonly Order[]
let outcomes: readonly OutcomeRecord[]
before(async () => {
  stage = await openStoreStage()
  const users = await insertUsers(stage.database, 7)
  accounts = users.map((userId) => accountOf(userId))
  // Whose they are changes from one to the next, so that ids do not ascend in the order they are read in.
  const orders = Array.from({ length: 9 }, (_, index) => orderOf(index + 1, users[index % 3] ?? 0))
  const over = closedOrder(openOrder({ id: 10, userId: users[0] ?? 0 }), 0)
  standing = orders.sort((one, other) => one.userId - other.userId || one.id - other.id)
  outcomes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key, index) => outcomeOf(key, index, users[0] ?? 0))
  writer = await takeWriter(stage.store)
  const batch = { accounts, orders: [over, ...standing], outcomes: outcomes.toReversed() }
  assert.equal(await writer.commit(batch), 'committed')
})
after(async () => await stage.database.drop())

function orderOf(id: number, userId: number): Order {
  return id % 2 === 0 ? openOrder({ id, userId }) : pendingOrder({ id, userId })
}

/** Three of each moment, so that keys of one moment fall into different chunks. */
function outcomeOf(key: string, index: number, userId: number): OutcomeRecord {
  const outcome = { kind: 'refused', reason: 'market_closed' } as const
  return { userId, key, fingerprint: 'f'.repeat(64), outcome, atMs: placedAtMs + Math.floor(index / 3) }
}

type Read = (answer: QueryResult) => Promise<void>

/** The same sessions, which tell how much every statement read. */
function watched(pool: Pool, onRead: Read): Pool {
  const connect = async () => {
    const client = await pool.connect()
    const query = async (sql: string, values: unknown[]) => {
      const answer = await client.query(sql, values)
      await onRead(answer)
      return answer
    }
    return { query, release: client.release }
  }
  return { connect } as unknown as Pool
}

for (const chunkRows of [1, 2, 3, 7, 9, 100])
  it(`reads everything, at most ${chunkRows} rows in a statement`, async () => {
    let mostRead = 0
    const pool = watched(stage.database.pool, async ({ rows }) => {
      mostRead = Math.max(mostRead, rows.length)
    })
    const loaded = await loadAll(pool, always, { chunkRows, mostOutcomes: 100 })
    assert.deepEqual(loaded, {
      ...{ accounts, orders: standing, outcomes, movements: [] },
      ...{ nextOrderId: 11, nextTransferId: 1 },
    })
    assert.equal(mostRead, Math.min(chunkRows, standing.length))
  })

for (const mostOutcomes of [1, 3, 4, 6, 7, 8])
  it(`reads the newest ${mostOutcomes} outcomes and no older ones`, async () => {
    const loaded = await loadAll(stage.database.pool, always, { chunkRows: 3, mostOutcomes })
    assert.deepEqual(loaded.outcomes, outcomes.slice(-mostOutcomes))
  })

it('reads outcomes since the given moment only', async () => {
  const loaded = await loadAll(stage.database.pool, new Date(placedAtMs + 1), {
    chunkRows: 2,
    mostOutcomes: 100,
  })
  assert.deepEqual(loaded.outcomes, outcomes.slice(3))
})

it('is of one moment, whatever is written between two statements', async () => {
  const userId = await insertUserOf(stage.database)
  let hasWritten = false
  const pool = watched(stage.database.pool, async ({ rows }) => {
    if (hasWritten || rows.length === 0) return
    hasWritten = true
    const batch = { accounts: [accountOf(userId)], orders: [openOrder({ id: 99, userId })] }
    assert.equal(await writer.commit(batch), 'committed')
  })
  const loaded = await loadAll(pool, always, { chunkRows: 2, mostOutcomes: 100 })
  assert.ok(hasWritten)
  assert.deepEqual([loaded.accounts, loaded.orders, loaded.nextOrderId], [accounts, standing, 11])
  const { nextOrderId } = await stage.store.load(always)
  assert.equal(nextOrderId, 100)
})
