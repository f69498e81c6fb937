import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { micros, price } from '#core/money/amounts.ts'
import type { AccountSubscription } from '#server/portfolio/portfolio.ts'
import { closedOrder, openOrder, placedAtMs } from '#test/engine/sample-orders.ts'
import { accountOf } from '#test/engine/store-fixture.ts'
import { eventually } from '#test/live/live-harness.ts'
import { openPortfolioHarness, type PortfolioHarness } from '#test/portfolio/portfolio-harness.ts'

let stage: PortfolioHarness
let orderId = 0
const { marketId } = openOrder({ id: 1, userId: 1 })

before(async () => {
  stage = await openPortfolioHarness()
})
after(async () => await stage.stop())
beforeEach(() => {
  stage.reads.count = 0
  stage.faults.length = 0
})

function priceAt(bid: number): void {
  stage.publishQuote({ marketId, bid: price(bid), ask: price(bid + 10) })
}

/** Somebody with one open order, and whoever watches them. */
async function watched(): Promise<{ userId: number; watcher: AccountSubscription }> {
  const userId = await stage.newAccount(1_000_000_000)
  await stage.write({ orders: [openOrder({ id: ++orderId, userId })] })
  const watcher = stage.portfolio.subscribe(userId)
  await eventually(() => watcher.latest() !== undefined)
  return { userId, watcher }
}

function openIds(watcher: AccountSubscription): readonly number[] {
  return watcher.latest()?.orders.map(({ order }) => order.id) ?? []
}

/** Lets every answer of the database that is on its way arrive. */
async function settled(): Promise<void> {
  await stage.database.pool.query('select 1')
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

test('one object for one state: only a price or a change makes another', async () => {
  const { userId, watcher } = await watched()
  const first = watcher.latest()
  assert.equal(watcher.latest(), first)
  priceAt(108_500)
  const second = watcher.latest()
  assert.notEqual(second, first)
  assert.equal(watcher.latest(), second)
  assert.equal(stage.reads.count, 1, 'a price needs no look into the database')
  await stage.write({ orders: [openOrder({ id: ++orderId, userId })] })
  stage.publishChange({ userId, endedOrders: [] })
  await eventually(() => openIds(watcher).length === 2)
  assert.deepEqual(openIds(watcher), [orderId - 1, orderId], 'oldest first')
  watcher.unsubscribe()
})

test('all who watch an account share it, and the last who leaves takes it away', async () => {
  const { userId, watcher } = await watched()
  const another = stage.portfolio.subscribe(userId)
  assert.equal(another.latest(), watcher.latest())
  watcher.unsubscribe()
  watcher.unsubscribe()
  stage.publishChange({ userId, endedOrders: [] })
  await settled()
  assert.equal(stage.reads.count, 2, 'somebody still watches')
  another.unsubscribe()
  stage.publishChange({ userId, endedOrders: [] })
  await settled()
  assert.equal(stage.reads.count, 2)
})

test('changes of others are not read', async () => {
  const { userId, watcher } = await watched()
  stage.publishChange({ userId: userId + 1, endedOrders: [] })
  await settled()
  assert.equal(stage.reads.count, 1)
  watcher.unsubscribe()
})

test('however often it changes while it is read, it is read once more', async () => {
  const { userId, watcher } = await watched()
  const held = Promise.withResolvers<void>()
  stage.reads.hold = held.promise
  stage.publishChange({ userId, endedOrders: [] })
  await eventually(() => stage.reads.count === 2)
  await stage.write({ orders: [openOrder({ id: ++orderId, userId })] })
  for (let count = 0; count < 50; count++) stage.publishChange({ userId, endedOrders: [] })
  assert.equal(stage.reads.count, 2)
  stage.reads.hold = undefined
  held.resolve()
  await eventually(() => openIds(watcher).length === 2)
  await settled()
  assert.equal(stage.reads.count, 3)
  watcher.unsubscribe()
})

test('an order that is over does not move any more while what is left is read', async () => {
  const { userId, watcher } = await watched()
  const before = watcher.latest()
  const order = before?.orders[0]?.order
  assert.ok(order !== undefined)
  await stage.write({ orders: [closedOrder(order, 0)] })
  const held = Promise.withResolvers<void>()
  stage.reads.hold = held.promise
  stage.publishChange({ userId, endedOrders: [order.id] })
  priceAt(109_000)
  assert.equal(watcher.latest(), before)
  stage.reads.hold = undefined
  held.resolve()
  await eventually(() => watcher.latest() !== before)
  assert.deepEqual(openIds(watcher), [])
  watcher.unsubscribe()
})

test('a read that fails is tried again, later each time up to the longest, and said once', async () => {
  const { userId, watcher } = await watched()
  await stage.write({ orders: [openOrder({ id: ++orderId, userId })] })
  stage.reads.fail = true
  stage.publishChange({ userId, endedOrders: [] })
  const waits: number[] = []
  for (let failure = 0; failure < 8; failure++) {
    await eventually(() => stage.timers.pending().length === 1)
    const [wait = 0] = stage.timers.pending()
    waits.push(wait)
    // Further changes do not hurry it.
    stage.publishChange({ userId, endedOrders: [] })
    assert.equal(stage.reads.count, failure + 2)
    stage.timers.advance(wait)
  }
  assert.deepEqual(waits, [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  assert.equal(stage.faults.length, 1)
  await eventually(() => stage.timers.pending().length === 1)
  stage.reads.fail = false
  stage.timers.advance(5_000)
  await eventually(() => openIds(watcher).length === 2)
  assert.deepEqual(stage.timers.pending(), [])
  watcher.unsubscribe()
})

test('nothing is tried again for one who has left', async () => {
  const { userId, watcher } = await watched()
  stage.reads.fail = true
  stage.publishChange({ userId, endedOrders: [] })
  await eventually(() => stage.timers.pending().length === 1)
  watcher.unsubscribe()
  assert.deepEqual(stage.timers.pending(), [])
  stage.reads.fail = false
})

test('the margin call is shown for as long as it is not armed again', async () => {
  const { userId, watcher } = await watched()
  const notice = {
    riskRate: 9_876,
    netValue: micros(1),
    usedMargin: micros(2),
    quoteSeq: 3,
    timeMs: placedAtMs,
  }
  const cash = micros(1_000_000_000)
  assert.equal(watcher.latest()?.notice, null)
  for (const riskRate of [9_999, 9_876]) {
    await stage.write({
      accounts: [accountOf(userId, { cash, isWarned: true })],
      notices: [{ ...notice, userId, riskRate }],
    })
  }
  stage.publishChange({ userId, endedOrders: [] })
  await eventually(() => watcher.latest()?.notice != null)
  const shown = watcher.latest()?.notice
  assert.deepEqual(shown, { id: shown?.id, riskRate: 9_876, atMs: placedAtMs })
  await stage.write({ accounts: [accountOf(userId, { cash, isWarned: false })] })
  stage.publishChange({ userId, endedOrders: [] })
  await eventually(() => watcher.latest()?.notice === null)
  watcher.unsubscribe()
})

test('an account that cannot be valued is said once, and the others are shown all the same', async () => {
  const { watcher } = await watched()
  const broken = await stage.newAccount(1)
  const order = openOrder({ id: ++orderId, userId: broken, margin: micros(Number.MAX_SAFE_INTEGER) })
  await stage.write({ orders: [order, { ...order, id: ++orderId }] })
  const another = stage.portfolio.subscribe(broken)
  await eventually(() => another.latest() !== undefined || stage.faults.length > 0)
  priceAt(108_123)
  priceAt(108_124)
  assert.equal(another.latest(), undefined)
  assert.equal(stage.faults.length, 1)
  assert.equal(watcher.latest()?.orders[0]?.closing, 108_124)
  for (const each of [watcher, another]) each.unsubscribe()
})

test('only a few accounts are read at a time, and everyone has their turn', async () => {
  const userIds: number[] = []
  for (let count = 0; count < 9; count++) userIds.push(await stage.newAccount(count + 1))
  const held = Promise.withResolvers<void>()
  stage.reads.hold = held.promise
  const watchers = userIds.map((userId) => stage.portfolio.subscribe(userId))
  assert.equal(stage.reads.count, 4)
  // Whoever leaves before their turn costs nothing.
  watchers[8]?.unsubscribe()
  stage.reads.hold = undefined
  held.resolve()
  await eventually(() => watchers.slice(0, 8).every((watcher) => watcher.latest() !== undefined))
  await settled()
  assert.equal(stage.reads.count, 8)
  assert.deepEqual(
    watchers.map((watcher) => watcher.latest()?.funds.balance),
    [1, 2, 3, 4, 5, 6, 7, 8, undefined],
  )
  for (const watcher of watchers) watcher.unsubscribe()
  assert.deepEqual(stage.faults, [])
})

test('a portfolio that has stopped hears nothing and waits for nothing', async () => {
  const other = await openPortfolioHarness()
  other.reads.fail = true
  other.portfolio.subscribe(1)
  await eventually(() => other.timers.pending().length === 1)
  other.portfolio.stop()
  assert.equal(other.hasListeners(), false)
  assert.deepEqual(other.timers.pending(), [])
  await other.stop()
})
