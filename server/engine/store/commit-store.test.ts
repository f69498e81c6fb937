import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { lots, micros, price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountRecord, BatchRecords } from '#server/engine/engine-store.ts'
import { type OrderRow, orderColumns, orderOfRow } from '#server/engine/store/order-columns.ts'
import { insertUser, insertUsers } from '#test/engine/insert-users.ts'
import { wrongBalances, wrongTotals } from '#test/engine/ledger-checks.ts'
import {
  cancelledOrder,
  closedOrder,
  openOrder,
  pendingOrder,
  placedAtMs,
  sampleReceipt,
} from '#test/engine/sample-orders.ts'
import {
  accountOf,
  batchOf,
  createBatchWriter,
  createStoreFixture,
  loadEverything,
  movementOf,
  type StoreFixture,
  transferOf,
} from '#test/engine/store-fixture.ts'

let fixture: StoreFixture
let orderId = 0
let transferId = 0
before(async () => {
  fixture = await createStoreFixture()
})
after(async () => await fixture.database.drop())

function nextOrder(): number {
  orderId += 1
  return orderId
}

function nextTransfer(): number {
  transferId += 1
  return transferId
}

/** Returns the id of a user whose account holds this much cash. */
async function openAccount(cash: number): Promise<number> {
  const userId = await insertUser(fixture.database)
  const writer = await createBatchWriter(fixture.store)
  await writer.commit({
    accounts: [accountOf(userId, { cash: micros(cash) })],
    transfers: [transferOf({ id: nextTransfer(), userId, amount: micros(cash) })],
  })
  return userId
}

async function readOrder(id: number): Promise<Order> {
  const { rows } = await fixture.database.pool.query<OrderRow>(
    `select ${orderColumns} from orders where id = $1`,
    [id],
  )
  return rows.map(orderOfRow)[0] ?? assert.fail(`there is no order ${id}`)
}

it('a load returns everything as it was written', async () => {
  const { store, database } = fixture
  const userId = await insertUser(database)
  const [open, pending] = [openOrder({ id: nextOrder(), userId }), pendingOrder({ id: nextOrder(), userId })]
  const account = accountOf(userId, { cash: micros(1_000_000), isWarned: true })
  const movement = movementOf(userId)
  const key = { userId, key: 'key', fingerprint: 'f'.repeat(64), atMs: placedAtMs }
  const outcome = { ...key, outcome: { kind: 'done', orders: [open] } } as const
  const writer = await createBatchWriter(store)
  const written = await writer.commit({
    accounts: [account],
    orders: [open, pending],
    transfers: [transferOf({ id: nextTransfer(), userId })],
    movements: [movement],
    outcomes: [outcome],
  })
  assert.equal(written, 'committed')
  assert.deepEqual(await loadEverything(store, new Date(0)), {
    accounts: [account],
    orders: [open, pending],
    keys: [key],
    movements: [movement],
    frozen: [],
    nextOrderId: orderId + 1,
    nextTransferId: transferId + 1,
  })
  assert.deepEqual(await store.outcomes([key], new Date(0)), [outcome])
  assert.deepEqual(await store.movement(movement.reference), movement)
  assert.deepEqual(await store.ownedOrderIds(userId, [open.id, open.id + 1000]), new Set([open.id]))
  assert.deepEqual(await store.ownedOrderIds(userId + 1, [open.id]), new Set())
  for (const id of [0, -1, 1.5, 1e300, Number.NaN, 2 ** 53])
    assert.deepEqual(await store.ownedOrderIds(userId, [id]), new Set())
  const { rows } = await database.pool.query('select epoch, seq, packed, root, hash, at from journal')
  const { lastSeq: seq, lastHash: hash } = (await store.takeLease('next', undefined)) ?? assert.fail()
  const { packed, root } = batchOf(seq)
  assert.deepEqual(rows, [{ epoch: writer.lease.epoch, seq, packed, root, hash, at: new Date(placedAtMs) }])
})

it('a batch without the mark of its format, or with a root of another length, is refused', async () => {
  const { commit } = await createBatchWriter(fixture.store)
  for (const parts of [{ packed: Buffer.from('no mark') }, { root: Buffer.alloc(31) }])
    await assert.rejects(commit(parts), /23514 journal_root_check/)
})

it('every state of an order is written and read, from pending to closed', async () => {
  const userId = await openAccount(1_000_000)
  const { commit } = await createBatchWriter(fixture.store)
  const pending = pendingOrder({ id: nextOrder(), userId, kind: 'stop', side: 'sell' })
  const opened: Order = {
    ...pending,
    status: 'open',
    openPrice: price(106_990),
    margin: micros(3),
    fee: micros(2),
    opened: sampleReceipt('stop_reached', { slippage: -10 }),
    openedAtMs: placedAtMs + 1,
  }
  const rest: Order = { ...opened, lots: lots(20), margin: micros(1), fee: micros(1), takeProfit: price(1) }
  const part = closedOrder({ ...opened, lots: lots(30), margin: micros(2), fee: micros(1) }, 0, {
    id: nextOrder(),
    parentId: pending.id,
  })
  const account = {
    balance: micros(-1),
    netValue: micros(2),
    usedMargin: micros(3),
    riskRate: 4,
    needed: null,
  }
  const ended = closedOrder(rest, 0, {
    endCause: 'stop_out',
    ended: sampleReceipt('stop_out', { account, quote: null, rate: null, expected: null, slippage: null }),
  })
  const cancelled = cancelledOrder(pendingOrder({ id: nextOrder(), userId, askedPrice: null }))
  for (const orders of [[pending], [opened], [rest, part], [ended], [cancelled]]) {
    assert.equal(await commit({ orders }), 'committed')
    for (const order of orders) assert.deepEqual(await readOrder(order.id), order)
  }
  const { orders } = await loadEverything(fixture.store, new Date(0))
  assert.deepEqual(
    orders.filter((order) => order.userId === userId),
    [],
  )
})

it('one batch writes a new account and an order that is opened and closed', async () => {
  const { store, database } = fixture
  const userId = await insertUser(database, 'demo')
  const order = closedOrder(openOrder({ id: nextOrder(), userId }), -4_000_000)
  const moves = [
    { source: 'demo_credit', destination: 'cash', amount: micros(100_000_000_000), type: 'demo' },
    { source: 'cash', destination: 'fees', amount: order.fee, type: 'fee', orderId: order.id },
    {
      source: 'cash',
      destination: 'trading',
      amount: micros(4_000_000),
      type: 'trade_profit',
      orderId: order.id,
    },
  ] as const
  const { commit } = await createBatchWriter(store)
  const written = await commit({
    accounts: [accountOf(userId, { book: 'demo', cash: micros(100_000_000_000 - 2_500_000 - 4_000_000) })],
    orders: [order],
    transfers: moves.map((move) => transferOf({ id: nextTransfer(), userId, book: 'demo', ...move })),
  })
  assert.equal(written, 'committed')
  assert.deepEqual(await readOrder(order.id), order)
  assert.deepEqual(await wrongBalances(database), [])
})

it('a commit adds transfers to cash and locked balances, even below zero', async () => {
  const { store, database } = fixture
  const userId = await openAccount(10_000_000)
  const { commit } = await createBatchWriter(store)
  const lock = { source: 'cash', destination: 'locked', type: 'withdrawal' } as const
  const send = { source: 'locked', destination: 'withdrawals', type: 'withdrawal' } as const
  const lose = { source: 'cash', destination: 'trading', type: 'trade_profit' } as const
  for (const { move, amount, cash, locked, version } of [
    { move: lock, amount: 4_000_000, cash: 6_000_000, locked: 4_000_000, version: 2 },
    { move: send, amount: 4_000_000, cash: 6_000_000, locked: 0, version: 3 },
    { move: lose, amount: 7_000_000, cash: -1_000_000, locked: 0, version: 4 },
  ]) {
    const account = accountOf(userId, { cash: micros(cash), locked: micros(locked), version })
    const transfers = [transferOf({ id: nextTransfer(), userId, ...move, amount: micros(amount) })]
    assert.equal(await commit({ accounts: [account], transfers }), 'committed')
    const { accounts } = await loadEverything(store, new Date(0))
    assert.deepEqual(
      accounts.find((known) => known.userId === userId),
      account,
    )
  }
  assert.deepEqual(await wrongBalances(database), [])
})

it('a commit counts each ended order once, and leaves an account without a record unchanged', async () => {
  const { store, database } = fixture
  const userId = await openAccount(5)
  const { commit } = await createBatchWriter(store)
  const account = accountOf(userId, { cash: micros(5), isWarned: true, version: 2 })
  const order = openOrder({ id: nextOrder(), userId })
  await commit({ accounts: [account], orders: [order] })
  await commit({ orders: [closedOrder(order, -7), closedOrder(openOrder({ id: nextOrder(), userId }), 9)] })
  await commit({ orders: [cancelledOrder(pendingOrder({ id: nextOrder(), userId }))] })
  const { rows } = await database.pool.query(
    'select ended_orders, realised_profit, cash_entries from trading_accounts where user_id = $1',
    [userId],
  )
  assert.deepEqual(rows, [{ ended_orders: 3, realised_profit: '2', cash_entries: 1 }])
  assert.deepEqual(await wrongTotals(database), [])
  const { accounts } = await loadEverything(store, new Date(0))
  assert.deepEqual(
    accounts.find((known) => known.userId === userId),
    account,
  )
})

it('a commit raises the version of an account by the number of its decisions in the batch', async () => {
  const userId = await openAccount(5)
  const { commit } = await createBatchWriter(fixture.store)
  for (const [changes, version] of [
    [3, 4],
    [1, 5],
  ] as const) {
    const accounts = [{ ...accountOf(userId, { cash: micros(5), version }), changes }]
    assert.equal(await commit({ accounts }), 'committed')
    const loaded = await loadEverything(fixture.store, new Date(0))
    assert.equal(loaded.accounts.find((known) => known.userId === userId)?.version, version)
  }
})

it('margin calls are stored in their order', async () => {
  const userId = await openAccount(1)
  const { commit } = await createBatchWriter(fixture.store)
  const notices = [9_900, -200].map((riskRate) => ({
    userId,
    riskRate,
    netValue: micros(riskRate),
    usedMargin: micros(100),
    quoteSeq: 7,
    timeMs: placedAtMs,
  }))
  await commit({ notices })
  const { rows } = await fixture.database.pool.query(
    `select user_id as "userId", risk_rate as "riskRate", net_value as "netValue", used_margin as "usedMargin",
            quote_seq as "quoteSeq", created_at as at from margin_notices order by id`,
  )
  const stored = notices.map(({ timeMs, ...notice }) => ({ ...notice, at: new Date(timeMs) }))
  assert.deepEqual(rows, stored)
})

it('a batch of 2,048 accounts is written, each with order, transfers and outcome', async () => {
  const { store, database } = fixture
  const users = await insertUsers(database, 2048, 'demo')
  const { commit } = await createBatchWriter(store)
  const opening = users.map((userId) => openingOf(userId))
  assert.equal(await commit(joined(opening)), 'committed')
  const orders = opening.flatMap((batch) => batch.orders)
  const closing = orders.map((order) => closedOrder(order, 0))
  assert.equal(await commit({ orders: closing }), 'committed')
  const { accounts, ...loaded } = await loadEverything(store, new Date(0))
  assert.equal(accounts.filter(({ userId }) => users.includes(userId)).length, 2048)
  assert.equal(loaded.nextOrderId, orderId + 1)
  assert.equal(loaded.nextTransferId, transferId + 1)
  assert.deepEqual(await wrongBalances(database), [])
})

type Opening = Pick<BatchRecords, 'orders' | 'transfers' | 'outcomes'> & {
  readonly accounts: readonly AccountRecord[]
}

function openingOf(userId: number): Opening {
  const order = openOrder({ id: nextOrder(), userId })
  const credit = { source: 'demo_credit', amount: micros(100_000_000_000), type: 'demo' } as const
  const fee = {
    source: 'cash',
    destination: 'fees',
    amount: order.fee,
    type: 'fee',
    orderId: order.id,
  } as const
  return {
    accounts: [accountOf(userId, { book: 'demo', cash: micros(100_000_000_000 - order.fee) })],
    orders: [order],
    transfers: [credit, fee].map((move) => transferOf({ id: nextTransfer(), userId, book: 'demo', ...move })),
    outcomes: [
      {
        userId,
        key: 'key',
        fingerprint: 'f'.repeat(64),
        outcome: { kind: 'done', orders: [order] },
        atMs: placedAtMs,
      },
    ],
  }
}

function joined(batches: readonly Opening[]): Opening {
  return {
    accounts: batches.flatMap(({ accounts }) => accounts),
    orders: batches.flatMap(({ orders }) => orders),
    transfers: batches.flatMap(({ transfers }) => transfers),
    outcomes: batches.flatMap(({ outcomes }) => outcomes),
  }
}
