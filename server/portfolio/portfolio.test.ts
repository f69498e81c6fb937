import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { formatMicros, micros, price } from '#core/money/amounts.ts'
import { activeOrdersFingerprint } from '#core/order/active-orders.ts'
import type { Order } from '#core/order/order.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import {
  cancelledOrder,
  closedOrder,
  openOrder,
  pendingOrder,
  placedAtMs,
} from '#test/engine/sample-orders.ts'
import { accountOf, transferOf } from '#test/engine/store-fixture.ts'
import { eventually } from '#test/live/live-harness.ts'
import { seeded } from '#test/margin/decimal-inputs.ts'
import { openPortfolioHarness, type PortfolioHarness } from '#test/portfolio/portfolio-harness.ts'

let stage: PortfolioHarness
let orderId = 0

before(async () => {
  stage = await openPortfolioHarness()
})
after(async () => await stage.stop())

/** The market of the sample orders: half a lot of 100,000 units, so that a step is half a dollar. */
const euro = { marketId: openOrder({ id: 1, userId: 1 }).marketId }
const halfDollar = 500_000

function priceEuro(bid: number): void {
  stage.publishQuote({ ...euro, bid: price(bid), ask: price(bid + 10) })
}

function newOrders(userId: number, count: number, fields: Partial<Order> = {}): readonly Order[] {
  return Array.from({ length: count }, () => openOrder({ id: ++orderId, userId, ...fields }))
}

function idsOf(list: readonly { readonly order: Order }[]): readonly number[] {
  return list.map(({ order }) => order.id)
}

function newestFirst(orders: readonly Order[]): readonly number[] {
  return orders.map(({ id }) => id).sort((one, other) => other - one)
}

test('somebody without a trading account has nothing, and it can be read', async () => {
  const userId = await insertUser(stage.database)
  const funds = await stage.funds(userId)
  assert.deepEqual(
    { ...funds, quoteSeq: 0 },
    {
      ...{ balance: 0, profit: 0, netValue: 0, midNetValue: 0, usedMargin: 0, available: 0, locked: 0 },
      ...{ riskRate: null, marginRatio: null, quoteSeq: 0, ordersMark: activeOrdersFingerprint([]) },
    },
  )
  for (const tab of ['open', 'pending', 'history'] as const) {
    const list = await stage.orders(userId, tab, 1)
    assert.deepEqual(list, { orders: [], total: 0, totalProfit: '0.000000', funds })
  }
  assert.deepEqual(await stage.log(userId, 1), { data: [], total: 0 })
  const watcher = stage.portfolio.subscribe(userId)
  await eventually(() => watcher.latest() !== undefined)
  assert.deepEqual(watcher.latest(), { funds, orders: [], notice: null })
  watcher.unsubscribe()
})

describe('the orders of a tab', () => {
  test('open ones come in pages, newest first, with the profit of all of them', async () => {
    const userId = await stage.newAccount(100_000_000_000)
    const orders = newOrders(userId, 25)
    await stage.write({ orders })
    priceEuro(108_440)
    const ids = newestFirst(orders)
    const first = await stage.orders(userId, 'open', 1)
    const second = await stage.orders(userId, 'open', 2)
    assert.deepEqual(idsOf(first.orders), ids.slice(0, 20))
    assert.deepEqual(idsOf(second.orders), ids.slice(20))
    assert.deepEqual((await stage.orders(userId, 'open', 3)).orders, [])
    for (const list of [first, second]) {
      assert.equal(list.total, 25)
      assert.equal(list.totalProfit, '125.000000')
      assert.equal(list.funds.profit, 25 * 10 * halfDollar)
    }
    assert.deepEqual(first.orders[0]?.order, orders.at(-1))
    assert.equal(first.orders[0]?.closing, 108_440)
    assert.equal(first.orders[0]?.profit, 10 * halfDollar)
  })

  test('pending ones are worth nothing; their price is there once their market has one', async () => {
    const userId = await stage.newAccount(1_000_000)
    const gold = seeded('XAUUSD')
    const priced = pendingOrder({ id: ++orderId, userId })
    const unpriced = pendingOrder({ id: ++orderId, userId, marketId: gold.id })
    await stage.write({ orders: [priced, unpriced, ...newOrders(userId, 1)] })
    priceEuro(108_000)
    const { orders, total, totalProfit } = await stage.orders(userId, 'pending', 1)
    assert.deepEqual(orders, [
      { order: unpriced, closing: null, profit: 0 },
      { order: priced, closing: 108_000, profit: 0 },
    ])
    assert.equal(total, 2)
    assert.equal(totalProfit, '0.000000')
  })

  test('history is what was closed and what was cancelled, what ended last first', async () => {
    const userId = await stage.newAccount(1_000_000)
    const [one, two, three] = newOrders(userId, 3)
    const waited = pendingOrder({ id: ++orderId, userId })
    assert.ok(one && two && three)
    const early = closedOrder(one, 5, { endedAtMs: placedAtMs + 9_000 })
    const late = closedOrder(two, -7, { endedAtMs: placedAtMs + 10_000 })
    const never = cancelledOrder(waited, { endedAtMs: placedAtMs + 9_000 })
    await stage.write({ orders: [early, late, three, never] })
    const { orders, total, totalProfit, funds } = await stage.orders(userId, 'history', 1)
    assert.deepEqual(orders, [
      { order: late, closing: late.closePrice, profit: -7 },
      { order: never, closing: null, profit: 0 },
      { order: early, closing: early.closePrice, profit: 5 },
    ])
    assert.deepEqual([total, totalProfit], [3, '-0.000002'])
    assert.deepEqual(funds, await stage.funds(userId))
  })

  test('history comes in pages, and its sum is exact where no amount could hold it', async () => {
    const userId = await stage.newAccount(1_000_000)
    const most = Number.MAX_SAFE_INTEGER
    const closed = newOrders(userId, 23).map((order) => closedOrder(order, most))
    await stage.write({ orders: closed })
    const pages = await Promise.all([1, 2, 3].map((page) => stage.orders(userId, 'history', page)))
    assert.deepEqual(
      pages.map(({ orders }) => idsOf(orders)),
      [newestFirst(closed).slice(0, 20), newestFirst(closed).slice(20), []],
    )
    // 23 × 9007199254740991 micro-dollars.
    for (const page of pages) assert.deepEqual([page.total, page.totalProfit], [23, '207165582859.042793'])
  })
})

test('one answer is of one moment: a price that comes while it is read counts for all of it', async () => {
  const userId = await stage.newAccount(1_000_000_000)
  await stage.write({ orders: newOrders(userId, 3) })
  priceEuro(108_430)
  const held = Promise.withResolvers<void>()
  stage.reads.hold = held.promise
  const asked = stage.orders(userId, 'open', 1)
  priceEuro(108_530)
  stage.reads.hold = undefined
  held.resolve()
  const { orders, funds, totalProfit } = await asked
  assert.deepEqual(
    orders.map(({ profit }) => profit),
    [100, 100, 100].map((steps) => steps * halfDollar),
  )
  assert.equal(totalProfit, '150.000000')
  assert.deepEqual(funds, await stage.funds(userId))
})

test('one answer is of one state of the database, whatever is written meanwhile', async () => {
  const start = 1_000_000_000
  const userId = await stage.newAccount(start)
  const orders = newOrders(userId, 40)
  await stage.write({ orders })
  let isWriting = true
  async function closeAll(): Promise<void> {
    for (const [index, order] of orders.entries()) {
      const cash = micros(start + index + 1)
      const paid = transferOf({ id: stage.nextTransferId(), userId, source: 'trading', amount: micros(1) })
      await stage.write({
        accounts: [accountOf(userId, { cash })],
        orders: [closedOrder(order, 1)],
        transfers: [{ ...paid, type: 'trade_profit' }],
      })
    }
    isWriting = false
  }
  const closing = closeAll()
  // What is kept with the account and what is counted, in turn.
  for (
    let marketId: number | undefined;
    isWriting;
    marketId = marketId === undefined ? euro.marketId : undefined
  ) {
    const query = { tab: 'history', marketId, page: 1, limit: 20 } as const
    const { funds, total, totalProfit } = await stage.find(userId, query)
    assert.equal(formatMicros(micros(funds.balance - start)), totalProfit)
    assert.equal(funds.usedMargin, (orders.length - total) * 542_150_000)
  }
  await closing
})

test('equal sequence, equal figures: in the list, in the funds and to whoever watches', async () => {
  const euroBid = fc.integer({ min: 100_000, max: 120_000 })
  const yenBid = fc.integer({ min: 100_000, max: 200_000 })
  const yen = seeded('USDJPY')
  const inYen = {
    marketId: yen.id,
    terms: { ...openOrder({ id: 1, userId: 1 }).terms, quoteCurrency: 'JPY' },
  }
  const userId = await stage.newAccount(1_000_000_000)
  const orders = [...newOrders(userId, 3), ...newOrders(userId, 3, { ...inYen, side: 'sell' })]
  await stage.write({ orders })
  const watcher = stage.portfolio.subscribe(userId)
  await eventually(() => watcher.latest() !== undefined)
  await fc.assert(
    fc.asyncProperty(euroBid, yenBid, async (first, second) => {
      priceEuro(first)
      stage.publishQuote({ marketId: yen.id, bid: price(second), ask: price(second + 3) })
      const list = await stage.orders(userId, 'open', 1)
      const funds = await stage.funds(userId)
      const watched = watcher.latest()
      assert.deepEqual(list.funds, funds)
      assert.deepEqual(watched?.funds, funds)
      assert.deepEqual(watched?.orders, [...list.orders].reverse())
      const sum = list.orders.reduce((soFar, { profit }) => soFar + profit, 0)
      assert.equal(list.totalProfit, formatMicros(micros(sum)))
      assert.equal(funds.netValue, funds.balance + sum)
    }),
    { numRuns: 30 },
  )
  watcher.unsubscribe()
})

test('the log tells what went in and out of the balance, newest first, and nothing of locked money alone', async () => {
  const userId = await stage.newAccount(50_000_000)
  const moved = (fields: Partial<Parameters<typeof transferOf>[0]>) =>
    transferOf({ id: stage.nextTransferId(), userId, ...fields })
  const fee = moved({ source: 'cash', destination: 'fees', type: 'fee', amount: micros(3) })
  const lock = moved({ source: 'cash', destination: 'locked', type: 'withdrawal', amount: micros(10) })
  const sent = moved({ source: 'locked', destination: 'withdrawals', type: 'withdrawal', amount: micros(4) })
  const back = moved({
    source: 'locked',
    destination: 'cash',
    type: 'withdrawal_returned',
    amount: micros(6),
  })
  await stage.write({
    accounts: [accountOf(userId, { cash: micros(49_999_993), locked: micros(0) })],
    transfers: [fee, lock, sent, back],
  })
  const { data, total } = await stage.log(userId, 1)
  assert.deepEqual(
    data.map(({ type, amount, reference }) => [type, amount, reference]),
    [
      ['withdrawal_returned', 6, back.reference],
      ['withdrawal', -10, lock.reference],
      ['fee', -3, fee.reference],
      ['deposit', 50_000_000, data.at(-1)?.reference],
    ],
  )
  assert.equal(total, 4)
  assert.deepEqual(data[0], {
    ...{ id: back.id, type: 'withdrawal_returned', reference: back.reference, orderId: null },
    ...{ amount: 6, memo: null, atMs: placedAtMs },
  })
  assert.deepEqual(await stage.log(userId, 2), { data: [], total: 4 })
})

test('the log comes in pages', async () => {
  const userId = await stage.newAccount(1)
  const transfers = Array.from({ length: 20 }, () =>
    transferOf({ id: stage.nextTransferId(), userId, amount: micros(1) }),
  )
  await stage.write({ accounts: [accountOf(userId, { cash: micros(21) })], transfers })
  const pages = await Promise.all([1, 2].map((page) => stage.log(userId, page)))
  assert.deepEqual(
    pages.map(({ data, total }) => [data.length, data[0]?.id, total]),
    [
      [20, transfers.at(-1)?.id, 21],
      [1, (transfers[0]?.id ?? 0) - 1, 21],
    ],
  )
})

test('a few are read at a time, some wait, and whoever comes after them hears that it is busy', async () => {
  const userId = await stage.newAccount(7)
  const held = Promise.withResolvers<void>()
  stage.reads.count = 0
  stage.reads.hold = held.promise
  const { funds, orders, log } = stage.portfolio
  const served = Array.from({ length: 504 }, () => funds(userId))
  const paged = { page: 1, limit: 20 }
  const others = [
    funds(userId),
    orders(userId, { tab: 'open', ...paged }),
    orders(userId, { tab: 'history', ...paged }),
    orders(userId, { id: 1, ...paged }),
    log(userId, paged),
  ]
  assert.deepEqual(await Promise.all(others), Array(5).fill('busy'))
  assert.equal(stage.reads.count, 4)
  const watcher = stage.portfolio.subscribe(userId)
  assert.equal(stage.reads.count, 5, 'who watches does not stand in the same line')
  watcher.unsubscribe()
  stage.reads.hold = undefined
  held.resolve()
  for (const answer of await Promise.all(served)) {
    assert.ok(answer !== 'busy')
    assert.equal(answer.balance, 7)
  }
  assert.equal((await stage.funds(userId)).balance, 7)
})
