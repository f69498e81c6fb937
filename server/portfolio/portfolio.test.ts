import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { formatMicros, micros, price } from '#core/money/amounts.ts'
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
import { eventually } from '#test/eventually.ts'
import { fc } from '#test/fast-check.ts'
import { seeded } from '#test/margin/decimal-inputs.ts'
import { openPortfolioHarness, type PortfolioHarness } from '#test/portfolio/portfolio-harness.ts'

let harness: PortfolioHarness
let orderId = 0

before(async () => {
  harness = await openPortfolioHarness()
})
after(async () => await harness.stop())

/**
 * The market of the sample orders. They have 0.5 lots of 100,000 units, so a price step of 0.00001 is half a dollar.
 */
const euro = { marketId: openOrder({ id: 1, userId: 1 }).marketId }
const halfDollar = 500_000

function priceEuro(bid: number): void {
  harness.publishQuote({ ...euro, bid: price(bid), ask: price(bid + 10) })
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

test('a user without a trading account has zero balances and no orders', async () => {
  const userId = await insertUser(harness.database)
  const funds = await harness.funds(userId)
  assert.deepEqual(
    { ...funds, quoteSeq: 0 },
    {
      ...{ balance: 0, profit: 0, equity: 0, midEquity: 0, usedMargin: 0, freeMargin: 0, locked: 0 },
      ...{ marginLevel: null, marginUsage: null, quoteSeq: 0, version: 0 },
    },
  )
  for (const tab of ['open', 'pending', 'history'] as const) {
    const list = await harness.orders(userId, tab, 1)
    assert.deepEqual(list, { orders: [], total: 0, totalProfit: '0.000000', funds })
  }
  assert.deepEqual(await harness.log(userId, 1), { data: [], total: 0 })
  const subscription = harness.portfolio.subscribe(userId)
  await eventually(() => subscription.latest() !== undefined)
  assert.deepEqual(subscription.latest(), { funds, orders: [], notice: null })
  subscription.unsubscribe()
})

describe('the orders of a tab', () => {
  test('lists open orders in pages, newest first, with the total profit of all pages', async () => {
    const userId = await harness.newAccount(100_000_000_000)
    const orders = newOrders(userId, 25)
    await harness.write({ orders })
    priceEuro(108_440)
    const ids = newestFirst(orders)
    const first = await harness.orders(userId, 'open', 1)
    const second = await harness.orders(userId, 'open', 2)
    assert.deepEqual(idsOf(first.orders), ids.slice(0, 20))
    assert.deepEqual(idsOf(second.orders), ids.slice(20))
    assert.deepEqual((await harness.orders(userId, 'open', 3)).orders, [])
    for (const list of [first, second]) {
      assert.equal(list.total, 25)
      assert.equal(list.totalProfit, '125.000000')
      assert.equal(list.funds.profit, 25 * 10 * halfDollar)
    }
    assert.deepEqual(first.orders[0]?.order, orders.at(-1))
    assert.equal(first.orders[0]?.closing, 108_440)
    assert.equal(first.orders[0]?.profit, 10 * halfDollar)
  })

  test('lists pending orders without profit, with a price once their market has a quote', async () => {
    const userId = await harness.newAccount(1_000_000)
    const gold = seeded('XAUUSD')
    const priced = pendingOrder({ id: ++orderId, userId })
    const unpriced = pendingOrder({ id: ++orderId, userId, marketId: gold.id })
    await harness.write({ orders: [priced, unpriced, ...newOrders(userId, 1)] })
    priceEuro(108_000)
    const { orders, total, totalProfit } = await harness.orders(userId, 'pending', 1)
    assert.deepEqual(orders, [
      { order: unpriced, closing: null, profit: 0 },
      { order: priced, closing: 108_000, profit: 0 },
    ])
    assert.equal(total, 2)
    assert.equal(totalProfit, '0.000000')
  })

  test('lists closed and cancelled orders in the history, latest end first', async () => {
    const userId = await harness.newAccount(1_000_000)
    const [one, two, three] = newOrders(userId, 3)
    const waited = pendingOrder({ id: ++orderId, userId })
    assert.ok(one && two && three)
    const early = closedOrder(one, 5, { endedAtMs: placedAtMs + 9_000 })
    const late = closedOrder(two, -7, { endedAtMs: placedAtMs + 10_000 })
    const never = cancelledOrder(waited, { endedAtMs: placedAtMs + 9_000 })
    await harness.write({ orders: [early, late, three, never] })
    const { orders, total, totalProfit, funds } = await harness.orders(userId, 'history', 1)
    assert.deepEqual(orders, [
      { order: late, closing: late.closePrice, profit: -7 },
      { order: never, closing: null, profit: 0 },
      { order: early, closing: early.closePrice, profit: 5 },
    ])
    assert.deepEqual([total, totalProfit], [3, '-0.000002'])
    assert.deepEqual(funds, await harness.funds(userId))
  })

  test('pages the history with an exact sum beyond the safe integers', async () => {
    const userId = await harness.newAccount(1_000_000)
    const most = Number.MAX_SAFE_INTEGER
    const closed = newOrders(userId, 23).map((order) => closedOrder(order, most))
    await harness.write({ orders: closed })
    const pages = await Promise.all([1, 2, 3].map((page) => harness.orders(userId, 'history', page)))
    assert.deepEqual(
      pages.map(({ orders }) => idsOf(orders)),
      [newestFirst(closed).slice(0, 20), newestFirst(closed).slice(20), []],
    )
    // 23 × 9007199254740991 micro-dollars.
    for (const page of pages) assert.deepEqual([page.total, page.totalProfit], [23, '207165582859.042793'])
  })
})

test('a quote during a query applies to all figures of the answer', async () => {
  const userId = await harness.newAccount(1_000_000_000)
  await harness.write({ orders: newOrders(userId, 3) })
  priceEuro(108_430)
  const held = Promise.withResolvers<void>()
  harness.reads.hold = held.promise
  const asked = harness.orders(userId, 'open', 1)
  priceEuro(108_530)
  harness.reads.hold = undefined
  held.resolve()
  const { orders, funds, totalProfit } = await asked
  assert.deepEqual(
    orders.map(({ profit }) => profit),
    [100, 100, 100].map((steps) => steps * halfDollar),
  )
  assert.equal(totalProfit, '150.000000')
  assert.deepEqual(funds, await harness.funds(userId))
})

test('an answer shows one database state despite concurrent writes', async () => {
  const start = 1_000_000_000
  const userId = await harness.newAccount(start)
  const orders = newOrders(userId, 40)
  await harness.write({ orders })
  let isWriting = true
  async function closeAll(): Promise<void> {
    for (const [index, order] of orders.entries()) {
      const cash = micros(start + index + 1)
      const paid = transferOf({ id: harness.nextTransferId(), userId, source: 'trading', amount: micros(1) })
      await harness.write({
        accounts: [accountOf(userId, { cash })],
        orders: [closedOrder(order, 1)],
        transfers: [{ ...paid, type: 'trade_profit' }],
      })
    }
    isWriting = false
  }
  const closing = closeAll()
  // Alternates between the stored totals, without a filter, and the counted totals of one market.
  for (
    let marketId: number | undefined;
    isWriting;
    marketId = marketId === undefined ? euro.marketId : undefined
  ) {
    const query = { tab: 'history', marketId, page: 1, limit: 20 } as const
    const { funds, total, totalProfit } = await harness.find(userId, query)
    assert.equal(formatMicros(micros(funds.balance - start)), totalProfit)
    assert.equal(funds.usedMargin, (orders.length - total) * 542_150_000)
  }
  await closing
})

test('list, funds and subscription have equal figures at equal sequence numbers', async () => {
  const euroBid = fc.integer({ min: 100_000, max: 120_000 })
  const yenBid = fc.integer({ min: 100_000, max: 200_000 })
  const yen = seeded('USDJPY')
  const inYen = {
    marketId: yen.id,
    terms: { ...openOrder({ id: 1, userId: 1 }).terms, quoteCurrency: 'JPY' },
  }
  const userId = await harness.newAccount(1_000_000_000)
  const orders = [...newOrders(userId, 3), ...newOrders(userId, 3, { ...inYen, side: 'sell' })]
  await harness.write({ orders })
  const subscription = harness.portfolio.subscribe(userId)
  await eventually(() => subscription.latest() !== undefined)
  await fc.assert(
    fc.asyncProperty(euroBid, yenBid, async (first, second) => {
      priceEuro(first)
      harness.publishQuote({ marketId: yen.id, bid: price(second), ask: price(second + 3) })
      const list = await harness.orders(userId, 'open', 1)
      const funds = await harness.funds(userId)
      const snapshot = subscription.latest()
      assert.deepEqual(list.funds, funds)
      assert.deepEqual(snapshot?.funds, funds)
      assert.deepEqual(snapshot?.orders, [...list.orders].reverse())
      const sum = list.orders.reduce((soFar, { profit }) => soFar + profit, 0)
      assert.equal(list.totalProfit, formatMicros(micros(sum)))
      assert.equal(funds.equity, funds.balance + sum)
    }),
    { numRuns: 30 },
  )
  subscription.unsubscribe()
})

test('the log lists changes of the cash balance, newest first, without transfers of locked money', async () => {
  const userId = await harness.newAccount(50_000_000)
  const moved = (fields: Partial<Parameters<typeof transferOf>[0]>) =>
    transferOf({ id: harness.nextTransferId(), userId, ...fields })
  const fee = moved({ source: 'cash', destination: 'fees', type: 'fee', amount: micros(3) })
  const lock = moved({ source: 'cash', destination: 'locked', type: 'withdrawal', amount: micros(10) })
  const sent = moved({ source: 'locked', destination: 'withdrawals', type: 'withdrawal', amount: micros(4) })
  const back = moved({
    source: 'locked',
    destination: 'cash',
    type: 'withdrawal_returned',
    amount: micros(6),
  })
  await harness.write({
    accounts: [accountOf(userId, { cash: micros(49_999_993), locked: micros(0) })],
    transfers: [fee, lock, sent, back],
  })
  const { data, total } = await harness.log(userId, 1)
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
  assert.deepEqual(await harness.log(userId, 2), { data: [], total: 4 })
})

test('the log is paged', async () => {
  const userId = await harness.newAccount(1)
  const transfers = Array.from({ length: 20 }, () =>
    transferOf({ id: harness.nextTransferId(), userId, amount: micros(1) }),
  )
  await harness.write({ accounts: [accountOf(userId, { cash: micros(21) })], transfers })
  const pages = await Promise.all([1, 2].map((page) => harness.log(userId, page)))
  assert.deepEqual(
    pages.map(({ data, total }) => [data.length, data[0]?.id, total]),
    [
      [20, transfers.at(-1)?.id, 21],
      [1, (transfers[0]?.id ?? 0) - 1, 21],
    ],
  )
})

test('four queries run at a time, 500 are queued, and more are refused as busy', async () => {
  const userId = await harness.newAccount(7)
  const held = Promise.withResolvers<void>()
  harness.reads.count = 0
  harness.reads.hold = held.promise
  const { funds, orders, log } = harness.portfolio
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
  assert.equal(harness.reads.count, 4)
  const subscription = harness.portfolio.subscribe(userId)
  assert.equal(harness.reads.count, 5, 'who watches does not stand in the same line')
  subscription.unsubscribe()
  harness.reads.hold = undefined
  held.resolve()
  for (const answer of await Promise.all(served)) {
    assert.ok(answer !== 'busy')
    assert.equal(answer.balance, 7)
  }
  assert.equal((await harness.funds(userId)).balance, 7)
})

test('a subscribed account is answered while all reads of the database are taken', async () => {
  const userId = await harness.newAccount(100_000_000_000)
  const [order = assert.fail()] = newOrders(userId, 1)
  await harness.write({ orders: [order] })
  const subscription = harness.portfolio.subscribe(userId)
  await eventually(() => subscription.latest() !== undefined)
  const other = await harness.newAccount(7)
  const held = Promise.withResolvers<void>()
  harness.reads.hold = held.promise
  const waiting = Array.from({ length: 504 }, () => harness.portfolio.funds(other))
  const paged = { page: 1, limit: 20 }
  assert.equal(await harness.portfolio.funds(other), 'busy')
  assert.equal((await harness.funds(userId)).balance, 100_000_000_000)
  assert.deepEqual(idsOf((await harness.orders(userId, 'open', 1)).orders), [order.id])
  assert.deepEqual(idsOf((await harness.find(userId, { id: order.id, ...paged })).orders), [order.id])
  harness.reads.hold = undefined
  held.resolve()
  await Promise.all(waiting)
  subscription.unsubscribe()
})
