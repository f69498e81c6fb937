import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { micros, price } from '#core/money/amounts.ts'
import type { AccountSubscription } from '#server/portfolio/portfolio.ts'
import { closedOrder, openOrder, placedAtMs } from '#test/engine/sample-orders.ts'
import { accountOf } from '#test/engine/store-fixture.ts'
import { eventually } from '#test/eventually.ts'
import { openPortfolioHarness, type PortfolioHarness } from '#test/portfolio/portfolio-harness.ts'

let harness: PortfolioHarness
let orderId = 0
const { marketId } = openOrder({ id: 1, userId: 1 })

before(async () => {
  harness = await openPortfolioHarness()
})
after(async () => await harness.stop())
beforeEach(() => {
  harness.reads.count = 0
  harness.faults.length = 0
})

function priceAt(bid: number): void {
  harness.publishQuote({ marketId, bid: price(bid), ask: price(bid + 10) })
}

/** A user with one open order, and a subscription to the account. */
async function snapshot(): Promise<{ userId: number; subscription: AccountSubscription }> {
  const userId = await harness.newAccount(1_000_000_000)
  await harness.write({ orders: [openOrder({ id: ++orderId, userId })] })
  const subscription = harness.portfolio.subscribe(userId)
  await eventually(() => subscription.latest() !== undefined)
  return { userId, subscription }
}

function openIds(subscription: AccountSubscription): readonly number[] {
  return subscription.latest()?.orders.map(({ order }) => order.id) ?? []
}

function takeProfits(subscription: AccountSubscription) {
  return subscription.latest()?.orders.map(({ order }) => order.takeProfit) ?? []
}

/** Waits for pending database answers. */
async function settled(): Promise<void> {
  await harness.database.pool.query('select 1')
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

test('an account subscription returns the same object until a quote or a change', async () => {
  const { userId, subscription } = await snapshot()
  const first = subscription.latest()
  assert.equal(subscription.latest(), first)
  priceAt(108_500)
  const second = subscription.latest()
  assert.notEqual(second, first)
  assert.equal(subscription.latest(), second)
  assert.equal(harness.reads.count, 1, 'a price needs no look into the database')
  await harness.change({ orders: [openOrder({ id: ++orderId, userId })] })
  assert.deepEqual(openIds(subscription), [orderId - 1, orderId], 'oldest first')
  assert.equal(harness.reads.count, 1, 'a change needs no look into the database')
  subscription.unsubscribe()
})

test('an account is shared between subscribers until the last unsubscribes', async () => {
  const { userId, subscription } = await snapshot()
  const another = harness.portfolio.subscribe(userId)
  assert.equal(another.latest(), subscription.latest())
  subscription.unsubscribe()
  subscription.unsubscribe()
  await harness.change({ orders: [openOrder({ id: ++orderId, userId })] })
  assert.equal(openIds(another).length, 2, 'one subscriber is left')
  another.unsubscribe()
  await harness.change({ orders: [openOrder({ id: ++orderId, userId })] })
  await settled()
  assert.equal(openIds(another).length, 2)
  assert.equal(harness.reads.count, 1)
})

test('changes of other accounts cause no read', async () => {
  const { subscription } = await snapshot()
  const another = await harness.newAccount(5)
  await harness.change({ orders: [openOrder({ id: ++orderId, userId: another })] })
  await settled()
  assert.equal(harness.reads.count, 1)
  assert.equal(openIds(subscription).length, 1)
  subscription.unsubscribe()
})

test('changes that arrive during a load are applied after it, without another read', async () => {
  const userId = await harness.newAccount(1_000_000_000)
  const held = Promise.withResolvers<void>()
  harness.reads.hold = held.promise
  const subscription = harness.portfolio.subscribe(userId)
  await eventually(() => harness.reads.count === 1)
  for (let count = 0; count < 50; count++)
    await harness.change({ orders: [openOrder({ id: ++orderId, userId })] })
  assert.equal(subscription.latest(), undefined)
  harness.reads.hold = undefined
  held.resolve()
  await eventually(() => openIds(subscription).length === 50)
  assert.equal(harness.reads.count, 1)
  subscription.unsubscribe()
})

test('an account with more changes during its load than are kept is loaded once more', async () => {
  const userId = await harness.newAccount(1_000_000_000)
  const held = Promise.withResolvers<void>()
  harness.reads.hold = held.promise
  const subscription = harness.portfolio.subscribe(userId)
  await eventually(() => harness.reads.count === 1)
  const order = openOrder({ id: ++orderId, userId })
  for (let count = 0; count < 300; count++)
    await harness.change({ orders: [{ ...order, takeProfit: price(109_000 + count) }] })
  harness.reads.hold = undefined
  held.resolve()
  await eventually(() => takeProfits(subscription)[0] === 109_299)
  assert.equal(harness.reads.count, 2)
  subscription.unsubscribe()
})

test('a missing change causes one read, and later changes are applied to its result', async () => {
  const { userId, subscription } = await snapshot()
  await harness.write({ orders: [openOrder({ id: ++orderId, userId })] })
  await harness.change({ orders: [openOrder({ id: ++orderId, userId })] })
  await harness.change({ orders: [openOrder({ id: ++orderId, userId })] })
  await eventually(() => openIds(subscription).length === 4)
  assert.equal(harness.reads.count, 2)
  subscription.unsubscribe()
})

test('a change that is known already is ignored', async () => {
  const { userId, subscription } = await snapshot()
  const first = await harness.write({ orders: [openOrder({ id: ++orderId, userId, takeProfit: null })] })
  const second = await harness.write({
    orders: [openOrder({ id: orderId, userId, takeProfit: price(109_001) })],
  })
  harness.publish([...first, ...second, ...first, ...second])
  await settled()
  assert.deepEqual(takeProfits(subscription), [null, 109_001])
  assert.equal(harness.reads.count, 1)
  subscription.unsubscribe()
})

test('a closed order keeps its figures while the account is read', async () => {
  const { userId, subscription } = await snapshot()
  const before = subscription.latest()
  const order = before?.orders[0]?.order
  assert.ok(order !== undefined)
  await harness.write({ orders: [openOrder({ id: ++orderId, userId })] })
  const held = Promise.withResolvers<void>()
  harness.reads.hold = held.promise
  await harness.change({ orders: [closedOrder(order, 0)] })
  priceAt(109_000)
  assert.equal(subscription.latest(), before)
  harness.reads.hold = undefined
  held.resolve()
  await eventually(() => subscription.latest() !== before)
  assert.deepEqual(openIds(subscription), [orderId])
  subscription.unsubscribe()
})

/** Publishes a change whose predecessor is missing, so that the account has to be read. */
async function loseChange(userId: number): Promise<void> {
  await harness.write({ orders: [openOrder({ id: ++orderId, userId })] })
  await harness.change({ orders: [openOrder({ id: ++orderId, userId })] })
}

test('a failed read is retried with increasing delays and logged once', async () => {
  const { userId, subscription } = await snapshot()
  harness.reads.fail = true
  await loseChange(userId)
  const waits: number[] = []
  for (let failure = 0; failure < 8; failure++) {
    await eventually(() => harness.timers.pending().length === 1)
    const [wait = 0] = harness.timers.pending()
    waits.push(wait)
    // Further changes do not shorten the delay.
    await harness.change({ orders: [openOrder({ id: ++orderId, userId })] })
    assert.equal(harness.reads.count, failure + 2)
    harness.timers.advance(wait)
  }
  assert.deepEqual(waits, [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  assert.equal(harness.faults.length, 1)
  await eventually(() => harness.timers.pending().length === 1)
  harness.reads.fail = false
  harness.timers.advance(5_000)
  await eventually(() => openIds(subscription).length === 11)
  assert.deepEqual(harness.timers.pending(), [])
  subscription.unsubscribe()
})

test('a failed read is not retried after the last subscriber has left', async () => {
  const { userId, subscription } = await snapshot()
  harness.reads.fail = true
  await loseChange(userId)
  await eventually(() => harness.timers.pending().length === 1)
  subscription.unsubscribe()
  assert.deepEqual(harness.timers.pending(), [])
  harness.reads.fail = false
})

test('a snapshot includes the margin call until it is reset', async () => {
  const { userId, subscription } = await snapshot()
  const notice = {
    riskRate: 9_876,
    netValue: micros(1),
    usedMargin: micros(2),
    quoteSeq: 3,
    timeMs: placedAtMs,
  }
  const cash = micros(1_000_000_000)
  assert.equal(subscription.latest()?.notice, null)
  for (const riskRate of [9_999, 9_876]) {
    await harness.change({
      accounts: [accountOf(userId, { cash, isWarned: true })],
      notices: [{ ...notice, userId, riskRate }],
    })
  }
  await eventually(() => subscription.latest()?.notice?.marginLevel === 9_876)
  const shown = subscription.latest()?.notice
  assert.deepEqual(shown, { id: shown?.id, marginLevel: 9_876, atMs: placedAtMs })
  const { count } = harness.reads
  await harness.change({ accounts: [accountOf(userId, { cash, isWarned: true })] })
  assert.equal(subscription.latest()?.notice?.marginLevel, 9_876)
  await harness.change({ accounts: [accountOf(userId, { cash, isWarned: false })] })
  assert.equal(subscription.latest()?.notice, null)
  assert.equal(harness.reads.count, count, 'only a new margin call is read')
  subscription.unsubscribe()
})

test('an account that cannot be valued is logged once, and the others are still valued', async () => {
  const { subscription } = await snapshot()
  const broken = await harness.newAccount(1)
  const order = openOrder({ id: ++orderId, userId: broken, margin: micros(Number.MAX_SAFE_INTEGER) })
  await harness.write({ orders: [order, { ...order, id: ++orderId }] })
  const another = harness.portfolio.subscribe(broken)
  await eventually(() => another.latest() !== undefined || harness.faults.length > 0)
  priceAt(108_123)
  priceAt(108_124)
  assert.equal(another.latest(), undefined)
  assert.equal(harness.faults.length, 1)
  assert.equal(subscription.latest()?.orders[0]?.closing, 108_124)
  for (const each of [subscription, another]) each.unsubscribe()
})

test('at most four accounts are read at a time, and all of them in the end', async () => {
  const userIds: number[] = []
  for (let count = 0; count < 9; count++) userIds.push(await harness.newAccount(count + 1))
  const held = Promise.withResolvers<void>()
  harness.reads.hold = held.promise
  const subscriptions = userIds.map((userId) => harness.portfolio.subscribe(userId))
  assert.equal(harness.reads.count, 4)
  // An account without subscribers is not read when its turn comes.
  subscriptions[8]?.unsubscribe()
  harness.reads.hold = undefined
  held.resolve()
  await eventually(() =>
    subscriptions.slice(0, 8).every((subscription) => subscription.latest() !== undefined),
  )
  await settled()
  assert.equal(harness.reads.count, 8)
  assert.deepEqual(
    subscriptions.map((subscription) => subscription.latest()?.funds.balance),
    [1, 2, 3, 4, 5, 6, 7, 8, undefined],
  )
  for (const subscription of subscriptions) subscription.unsubscribe()
  assert.deepEqual(harness.faults, [])
})

test('no listeners or timers are left once stopped', async () => {
  const other = await openPortfolioHarness()
  other.reads.fail = true
  other.portfolio.subscribe(1)
  await eventually(() => other.timers.pending().length === 1)
  other.portfolio.stop()
  assert.equal(other.hasListeners(), false)
  assert.deepEqual(other.timers.pending(), [])
  await other.stop()
})
