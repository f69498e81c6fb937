import assert, { fail } from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Pool, Submittable } from 'pg'
import { micros, price, rate } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountRecord, KeyRecord, MovementRecord, OutcomeRecord } from '#server/engine/engine-store.ts'
import { loadAll, reloadUndone } from '#server/engine/store/load-store.ts'
import { connectWithCallback } from '#test/connect-with-callback.ts'
import { insertUser, insertUsers } from '#test/engine/insert-users.ts'
import {
  closedOrder,
  openOrder,
  pendingOrder,
  placedAtMs,
  sampleReceipt,
} from '#test/engine/sample-orders.ts'
import {
  accountOf,
  type BatchWriter,
  collectLoad,
  createBatchWriter,
  createStoreFixture,
  loadEverything,
  movementOf,
  type StoreFixture,
} from '#test/engine/store-fixture.ts'

const always = new Date(1)
const ascending = (one: number, other: number) => one - other
let fixture: StoreFixture
let writer: BatchWriter
let accounts: readonly AccountRecord[]
let withOrders: readonly AccountRecord[]
let active: readonly Order[]
let outcomes: readonly OutcomeRecord[]
let keys: readonly KeyRecord[]
let storedMovement: MovementRecord
before(async () => {
  fixture = await createStoreFixture()
  const users = await insertUsers(fixture.database, 7)
  accounts = users.map((userId) => accountOf(userId))
  withOrders = accounts.slice(0, 3)
  // Users alternate, so that ids do not ascend in reading order.
  const orders = Array.from({ length: 9 }, (_, index) => orderOf(index + 1, users[index % 3] ?? 0))
  const ended = closedOrder(openOrder({ id: 10, userId: users[0] ?? 0 }), 0)
  active = orders.sort((one, other) => one.userId - other.userId || one.id - other.id)
  outcomes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key, index) => outcomeOf(key, index, users[0] ?? 0))
  keys = outcomes.map(({ outcome: _, ...key }) => key)
  writer = await createBatchWriter(fixture.store)
  storedMovement = movementOf(users[3] ?? 0, {
    state: 'paying',
    terms: { currency: 'USDT', decimals: 2, fee: micros(1), rate: rate(999_000_000) },
    reviewerId: 1,
    approverId: 2,
    payerId: 3,
  })
  const { rows } = await fixture.database.query<{ id: string }>(
    `insert into operators (email, password_hash, role, created_at)
     values ('owner@example.com', 'none', 'owner', now()) returning id`,
  )
  const lift = {
    kind: 'lifted',
    operatorId: Number(rows[0]?.id),
    reason: 'checked',
    atMs: placedAtMs,
  } as const
  const freeze = { kind: 'frozen', cause: 'not_stored', detail: 'refused', atMs: placedAtMs } as const
  const [once = 0, twice = 0] = users
  const freezes = [
    { ...freeze, userId: once },
    { ...freeze, userId: twice },
    { ...lift, userId: once },
    { ...lift, userId: twice },
    { ...freeze, userId: twice },
  ]
  const movements = [storedMovement, movementOf(users[4] ?? 0, { atMs: 0 })]
  const batch = { accounts, orders: [ended, ...active], outcomes: outcomes.toReversed(), movements, freezes }
  assert.equal(await writer.commit(batch), 'committed')
})
after(async () => await fixture.database.drop())

/** In turn a market order, a pending order, and a filled limit order with a separate opening receipt. */
function orderOf(id: number, userId: number): Order {
  if (id % 3 === 0) return openOrder({ id, userId })
  if (id % 3 === 1) return pendingOrder({ id, userId })
  const opened = sampleReceipt('limit_reached', { expected: null, feed: 'replay:é' })
  return openOrder({ id, userId, kind: 'limit', opened, stopLoss: null, takeProfit: price(109_000) })
}

/** Three keys have the same time, so that keys of one time fall into different chunks. */
function outcomeOf(key: string, index: number, userId: number): OutcomeRecord {
  const outcome = { kind: 'refused', reason: 'market_closed' } as const
  return { userId, key, fingerprint: 'f'.repeat(64), outcome, atMs: placedAtMs + Math.floor(index / 3) }
}

const bounds = { chunkRows: 100, maxKeys: 100 }

/** Wraps the pool to observe the start and end of each statement. */
function observed(
  pool: Pool,
  { onBegin, onAnswer }: { readonly onBegin?: () => void; readonly onAnswer?: () => Promise<void> },
): Pool {
  const connect = async () => {
    const client = await pool.connect()
    const answered = async (sql: string, values: unknown[]) => {
      const answer = await client.query(sql, values)
      await onAnswer?.()
      return answer
    }
    const query = (sql: string | Submittable, values: unknown[]) => {
      onBegin?.()
      return typeof sql === 'string' ? answered(sql, values) : client.query(sql)
    }
    const [on, off] = [client.on.bind(client), client.off.bind(client)]
    return { query, on, off, release: client.release }
  }
  return { connect: connectWithCallback(connect) } as Pool
}

for (const chunkRows of [1, 2, 3, 7, 9, 100])
  it(`a load reads everything, at most ${chunkRows} rows in a statement`, async () => {
    let maxRead = 0
    let read = 0
    const onBegin = () => {
      read = 0
    }
    const counted =
      <Rec>(add: (record: Rec) => void) =>
      (record: Rec) => {
        read += 1
        maxRead = Math.max(maxRead, read)
        add(record)
      }
    const pool = observed(fixture.database.pool, { onBegin })
    const loaded = await collectLoad(({ addAccount, addOrder }) => {
      const into = { addAccount: counted(addAccount), addOrder: counted(addOrder) }
      return loadAll(pool, always, into, { chunkRows, maxKeys: 100 })
    })
    assert.deepEqual(loaded, {
      ...{ accounts: withOrders, orders: active, keys, movements: [storedMovement] },
      frozen: [{ userId: accounts[1]?.userId, atMs: placedAtMs }],
      ...{ nextOrderId: 11, nextTransferId: 1 },
    })
    assert.equal(maxRead, Math.min(chunkRows, active.length))
  })

for (const [users, rows] of [
  [1, 100],
  [2, 1],
  [100, 2],
  [100, 100],
] as const)
  it(`a reload reads what is given, at most ${users} users and ${rows} orders in a statement`, async () => {
    const [first = fail(), second = fail(), , , , , last = fail()] = accounts
    const userIds = [second.userId, 987_654, last.userId, first.userId]
    const undone = { userIds, references: [storedMovement.reference, 'unknown'] }
    const pool = fixture.database.pool
    const { orders, ...reloaded } = await collectLoad((into) =>
      reloadUndone(pool, undone, into, { users, rows }),
    )
    const byUser = (one: AccountRecord, other: AccountRecord) => one.userId - other.userId
    assert.deepEqual(reloaded.accounts.toSorted(byUser), [first, second, last])
    const expected = active.filter(({ userId }) => userIds.includes(userId))
    assert.deepEqual(new Set(orders), new Set(expected))
    const idsOf = (userId: number) => orders.filter((order) => order.userId === userId).map(({ id }) => id)
    for (const userId of userIds) assert.deepEqual(idsOf(userId), idsOf(userId).toSorted(ascending))
    assert.deepEqual(reloaded.movements, [storedMovement])
    assert.deepEqual(reloaded.frozen, [{ userId: second.userId, atMs: placedAtMs }])
    assert.deepEqual([reloaded.nextOrderId, reloaded.nextTransferId], [11, 1])
  })

it('single accounts are read with a note whether they have orders', async () => {
  const userIds = accounts.map(({ userId }) => userId)
  const read = await fixture.store.accounts([...userIds, 987_654])
  const sorted = read.toSorted((one, other) => one.userId - other.userId)
  assert.deepEqual(
    sorted,
    accounts.map((account) => ({ ...account, hasOrders: withOrders.includes(account) })),
  )
})

it('a reload of nothing reads only the next ids', async () => {
  const nothing = { userIds: [], references: [] }
  const reloaded = await collectLoad((into) => reloadUndone(fixture.database.pool, nothing, into))
  assert.deepEqual(reloaded, {
    ...{ accounts: [], orders: [], movements: [], frozen: [] },
    ...{ nextOrderId: 11, nextTransferId: 1 },
  })
})

for (const maxKeys of [1, 3, 4, 6, 7, 8])
  it(`a load reads the newest ${maxKeys} keys and no older ones`, async () => {
    const loaded = await collectLoad((into) =>
      loadAll(fixture.database.pool, always, into, { chunkRows: 3, maxKeys }),
    )
    assert.deepEqual(loaded.keys, keys.slice(-maxKeys))
  })

it('a load reads only the keys since the given time', async () => {
  const since = new Date(placedAtMs + 1)
  const loaded = await collectLoad((into) =>
    loadAll(fixture.database.pool, since, into, { chunkRows: 2, maxKeys: 100 }),
  )
  assert.deepEqual(loaded.keys, keys.slice(3))
})

it('a load reads one snapshot, even if a batch is committed between two statements', async () => {
  const userId = await insertUser(fixture.database)
  let hasRead = false
  let hasWritten = false
  const onAnswer = async () => {
    if (!hasRead || hasWritten) return
    hasWritten = true
    const batch = { accounts: [accountOf(userId)], orders: [openOrder({ id: 99, userId })] }
    assert.equal(await writer.commit(batch), 'committed')
  }
  const pool = observed(fixture.database.pool, { onAnswer })
  const loaded = await collectLoad((into) => {
    const addOrder = (order: Order) => {
      hasRead = true
      into.addOrder(order)
    }
    return loadAll(pool, always, { ...into, addOrder }, bounds)
  })
  assert.ok(hasWritten)
  assert.deepEqual([loaded.accounts, loaded.orders, loaded.nextOrderId], [withOrders, active, 11])
  const { nextOrderId } = await loadEverything(fixture.store, always)
  assert.equal(nextOrderId, 100)
})

it('a load rejects with the fault of the sink, and leaves the session usable', async () => {
  const fault = new Error('no room')
  const addAccount = () => {
    throw fault
  }
  await assert.rejects(
    loadAll(fixture.database.pool, always, { addAccount, addOrder: addAccount }, bounds),
    fault,
  )
  const again = await collectLoad((into) => loadAll(fixture.database.pool, always, into, bounds))
  assert.equal(again.accounts.length, withOrders.length + 1)
})
