import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AccountRecord, BatchRecords } from '#server/engine/engine-store.ts'
import { wrongBalances } from '#test/engine/ledger-checks.ts'
import { collectLoad, createStoreFixture, type StoreFixture } from '#test/engine/store-fixture.ts'
import { createMemoryTables, type MemoryTables } from '#test/trading-day/memory-store.ts'
import { runTradingDay } from '#test/trading-day/trading-day.ts'

let fixture: StoreFixture

before(async () => {
  fixture = await createStoreFixture()
})

after(() => fixture.database.drop())

// Creating a database for each day would take longer than the days themselves. All days share one database, and the ids
// of users and orders continue from day to day. Day 43 ends with hundreds of orders of one account.
const seeds = [1, 3, 6, 7, 15, 43, 53, 60]

test('PostgreSQL accepts all batches of trading days and stores the same rows as the memory store', async () => {
  const { store, database } = fixture
  const lease = await store.takeLease('days', undefined)
  assert.ok(lease)
  const expected = createMemoryTables()
  let seq = 0
  for (const seed of seeds) {
    const batches: BatchRecords[] = []
    await runTradingDay({ seed, onWritten: (batch) => void batches.push(batch) })
    const shift = shiftAfter(expected)
    for (const batch of batches) {
      seq += 1
      const shifted = { ...shiftBatch(batch, shift), seq }
      await insertUsers(shifted.accounts.filter(({ userId }) => !expected.accounts.has(userId)))
      assert.equal(await store.commit(lease, shifted), 'committed', `seed ${seed}`)
      expected.write(shifted)
    }
  }
  assert.ok(expected.orders.size > 500)
  assert.ok([...expected.orders.values()].some(({ amendedFrom }) => amendedFrom !== null))
  const outcomes = [...expected.outcomes.values()].map(({ outcome }) => outcome)
  assert.ok(outcomes.some(({ kind }) => kind === 'burned'))
  assert.ok(outcomes.some((outcome) => outcome.kind === 'done' && outcome.refusals !== undefined))
  const kept = await collectLoad((into) => store.load(new Date(0), into))
  const byId = (one: { readonly id: number }, other: { readonly id: number }) => one.id - other.id
  const activeOrders = [...expected.orders.values()].filter(({ endedAtMs }) => endedAtMs === null)
  assert.deepEqual([...kept.orders].sort(byId), activeOrders.sort(byId))
  const byUser = (one: AccountRecord, other: AccountRecord) => one.userId - other.userId
  const withOrders = new Set(activeOrders.map(({ userId }) => userId))
  const accounts = [...expected.accounts.values()].sort(byUser)
  assert.deepEqual(
    kept.accounts,
    accounts.filter(({ userId }) => withOrders.has(userId)),
  )
  const stored = await store.accounts(accounts.map(({ userId }) => userId))
  assert.deepEqual(
    stored.toSorted(byUser),
    accounts.map((account) => ({ ...account, hasOrders: withOrders.has(account.userId) })),
  )
  assert.deepEqual(await wrongBalances(database), [])
  const rows = await database.query<{ orders: string; transfers: string; profit: string }>(
    `select (select count(*) from orders) as orders, (select count(*) from transfers) as transfers,
            (select sum(profit) from orders) as profit`,
  )
  const transfers = [...expected.transfers.values()].reduce((sum, list) => sum + list.length, 0)
  const profit = [...expected.orders.values()].reduce((sum, order) => sum + BigInt(order.profit ?? 0), 0n)
  assert.deepEqual(rows.rows, [
    { orders: `${expected.orders.size}`, transfers: `${transfers}`, profit: `${profit}` },
  ])
})

async function insertUsers(accounts: readonly AccountRecord[]): Promise<void> {
  if (accounts.length === 0) return
  await fixture.database.query(
    `insert into users (id, uid, is_demo, email, password_hash, invite_code, demo_key, created_at)
     overriding system value
     select id, (40000000 + id)::text, is_demo, case when not is_demo then 'day' || id || '@example.com' end,
            case when not is_demo then 'none' end, case when not is_demo then translate(lpad(id::text, 8, '0'), '0123456789', 'ABCDEFGHJK') end,
            case when is_demo then sha256(id::text::bytea) end, now()
     from unnest($1::bigint[], $2::boolean[]) as given (id, is_demo)`,
    [accounts.map(({ userId }) => userId), accounts.map(({ book }) => book === 'demo')],
  )
}

type Shift = {
  readonly user: number
  readonly order: number
  readonly transfer: number
  readonly day: string
}

function shiftAfter({ accounts, orders, transfers }: MemoryTables): Shift {
  const lists = [...transfers.values()]
  return {
    user: Math.max(0, ...accounts.keys()),
    order: Math.max(0, ...orders.keys()),
    transfer: Math.max(0, ...lists.map((list) => list.at(-1)?.id ?? 0)),
    day: `day ${accounts.size}`,
  }
}

/** Shifts the ids and sequence numbers of a batch, so that its day can follow another day. */
function shiftBatch(batch: BatchRecords, shift: Shift): BatchRecords {
  const ofUser = <Row extends { readonly userId: number }>(row: Row): Row => ({
    ...row,
    userId: row.userId + shift.user,
  })
  const orderId = (id: number | null) => (id === null ? null : id + shift.order)
  return {
    ...batch,
    accounts: batch.accounts.map(ofUser),
    orders: batch.orders.map((order) => ({
      ...ofUser(order),
      id: order.id + shift.order,
      parentId: orderId(order.parentId),
      amendedFrom: orderId(order.amendedFrom),
    })),
    transfers: batch.transfers.map((transfer) => ({
      ...ofUser(transfer),
      id: transfer.id + shift.transfer,
      orderId: orderId(transfer.orderId),
    })),
    movements: batch.movements.map((movement) => ({
      ...ofUser(movement),
      reference: `${shift.day} ${movement.reference}`,
    })),
    notices: batch.notices.map(ofUser),
    outcomes: batch.outcomes.map(ofUser),
  }
}
