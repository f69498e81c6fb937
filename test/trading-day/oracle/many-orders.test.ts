// Close many, reverse and amend, computed by hand. 0.50 lots of EUR/USD at 1.10000 need 550 USD of margin, and every
// step is worth half a dollar.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createOpenFixture,
  dollar,
  eurusd,
  type Fixture,
  gbpusd,
  reasonOf,
} from '#test/trading-day/oracle/oracle-fixture.ts'

describe('close many', () => {
  test('closes orders in the given order and refuses each other id separately', () => {
    const fixture = createOpenFixture(10_000)
    fixture.submit({ kind: 'open_account', book: 'demo' }, 2)
    fixture.place(eurusd, {})
    fixture.place(eurusd, { side: 'sell' })
    fixture.place(gbpusd, {})
    fixture.place(eurusd, { target: '1.05' })
    fixture.submit({ kind: 'open_order', ticket: { ...foreign, marketId: eurusd.id } }, 2)
    fixture.state(gbpusd, 'closed')
    fixture.quote(eurusd, 110_100)
    const answer = fixture.submit({ kind: 'close_many', orderIds: [2, 99, 3, 1, 2, 4, 5] })
    assert.deepEqual(answer, {
      kind: 'done',
      orders: [2, 1],
      refusals: [
        { orderId: 99, reason: 'order_not_found' },
        { orderId: 3, reason: 'market_closed' },
        { orderId: 2, reason: 'order_not_open' },
        { orderId: 4, reason: 'order_not_open' },
        { orderId: 5, reason: 'order_not_found' },
      ],
    })
    assert.deepEqual(fixture.statuses(), ['1 user', '2 user', '3 open', '4 pending'])
    // The sell lost 50 USD first, then the buy gained as much.
    assert.deepEqual(
      fixture.oracle
        .transfers(1)
        .slice(1)
        .map(({ source, amount }) => [source, amount]),
      [
        ['cash', 50n * dollar],
        ['trading', 50n * dollar],
      ],
    )
  })

  test('writes off a negative balance after the last close', () => {
    const fixture = createOpenFixture(1_200)
    fixture.place(eurusd, {})
    fixture.place(eurusd, {})
    // Each order loses 650 USD at the bid, but only 322.50 at the mid, so that nothing is closed out.
    fixture.quote(eurusd, 108_700, 110_010)
    fixture.submit({ kind: 'close_many', orderIds: [1, 2] })
    assert.deepEqual(fixture.oracle.transfers(1).slice(1), [
      { source: 'cash', destination: 'trading', amount: 650n * dollar, type: 'trade_profit' },
      { source: 'cash', destination: 'trading', amount: 650n * dollar, type: 'trade_profit' },
      { source: 'write_offs', destination: 'cash', amount: 100n * dollar, type: 'write_off' },
    ])
  })
})

const foreign = {
  side: 'buy',
  lots: '0.50',
  leverage: 100,
  target: null,
  seen: null,
  deviation: 0,
  stopLoss: null,
  takeProfit: null,
} as const

describe('reverse', () => {
  const reverse = (fixture: Fixture, orderId: number, seen: string | null = null, deviation = 0) =>
    fixture.submit({ kind: 'reverse_order', orderId, seen, deviation })

  test('closes the order and opens the other side with its lots and leverage, without stops', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, { leverage: 500, stopLoss: '1.05', takeProfit: '1.2' })
    fixture.quote(eurusd, 109_900, 109_910)
    assert.deepEqual(reverse(fixture, 1), { kind: 'done', orders: [2, 1] })
    assert.deepEqual(fixture.statuses(), ['1 user', '2 open'])
    assert.equal(fixture.order(1).profit, -50n * dollar)
    const { side, kind, lots, openPrice, margin, stopLoss, takeProfit, amendedFrom } = fixture.order(2)
    assert.deepEqual([side, kind, lots, openPrice, margin], ['sell', 'market', 50n, 109_900n, 109_900_000n])
    assert.deepEqual([stopLoss, takeProfit, amendedFrom], [null, null, null])
  })

  test('changes nothing without enough margin', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, {})
    fixture.quote(eurusd, 108_900)
    const before = { account: fixture.account(), transfers: fixture.oracle.transfers(1) }
    // The close leaves 450 USD, but the margin of the new sell is 544.50.
    assert.equal(reasonOf(reverse(fixture, 1)), 'insufficient_margin')
    assert.deepEqual({ account: fixture.account(), transfers: fixture.oracle.transfers(1) }, before)
    // The refused reversal used up no order id.
    assert.deepEqual(fixture.place(eurusd, { target: '1.05' }), { kind: 'done', orders: [2] })
  })

  test('includes the write-off of the close, and undoes it when refused', () => {
    const fixture = createOpenFixture(600)
    fixture.place(eurusd, {})
    fixture.quote(eurusd, 108_700, 110_010)
    assert.equal(fixture.oracle.figures(1).equity, -50n * dollar)
    assert.equal(reasonOf(reverse(fixture, 1)), 'insufficient_margin')
    assert.deepEqual([fixture.account().cash, fixture.statuses()], [600n * dollar, ['1 open']])
  })

  test('is refused for the order, the market and the seen price, in this order', () => {
    const fixture = createOpenFixture(10_000)
    fixture.place(eurusd, {})
    fixture.place(eurusd, { target: '1.05' })
    assert.equal(reasonOf(reverse(fixture, 9, 'x')), 'order_not_found')
    assert.equal(reasonOf(reverse(fixture, 2, 'x')), 'order_not_open')
    fixture.state(eurusd, 'closed')
    assert.equal(reasonOf(reverse(fixture, 1, 'x')), 'market_closed')
    fixture.state(eurusd, 'stale')
    assert.equal(reasonOf(reverse(fixture, 1, 'x')), 'stale_price')
    fixture.openMarket(eurusd, 110_000)
    assert.equal(reasonOf(reverse(fixture, 1, 'x')), 'invalid_price')
    assert.equal(reasonOf(reverse(fixture, 1, '1.10002', 1)), 'price_moved')
    assert.equal(reasonOf(reverse(fixture, 1, '1.10002', 2)), 'done')
  })

  test('does not count the closed order against the limit of 500 open orders', () => {
    const fixture = createOpenFixture(100_000)
    for (let count = 1; count <= 500; count += 1) fixture.place(eurusd, { lots: '0.01' })
    assert.deepEqual(reverse(fixture, 7), { kind: 'done', orders: [501, 7] })
  })
})

describe('amend', () => {
  const amend = (
    fixture: Fixture,
    orderId: number,
    terms: { target?: string; lots?: string; stopLoss?: string },
  ) =>
    fixture.submit({
      kind: 'amend_order',
      orderId,
      target: '1.04',
      lots: '0.50',
      stopLoss: null,
      takeProfit: null,
      ...terms,
    })

  test('cancels the old order and places a new one with a reference to it', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, { target: '1.05', stopLoss: '1.04' })
    const answer = amend(fixture, 1, { target: '1.12', lots: '0.20', stopLoss: '1.11' })
    assert.deepEqual(answer, { kind: 'done', orders: [2] })
    assert.deepEqual(fixture.statuses(), ['1 amended', '2 pending'])
    const { side, kind, lots, openPrice, stopLoss, amendedFrom } = fixture.order(2)
    assert.deepEqual([side, kind, lots, openPrice, stopLoss], ['buy', 'stop', 20n, 112_000n, 111_000n])
    assert.deepEqual([amendedFrom, fixture.order(1).amendedFrom, fixture.order(1).endedSeq], [1, null, null])
  })

  test('leaves the old order unchanged when refused', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, { target: '1.05' })
    const before = fixture.account()
    assert.equal(reasonOf(amend(fixture, 1, { lots: '0.001' })), 'invalid_lots')
    assert.equal(reasonOf(amend(fixture, 1, { target: '0' })), 'invalid_price')
    assert.equal(reasonOf(amend(fixture, 1, { stopLoss: '1.04' })), 'stop_wrong_side')
    fixture.state(eurusd, 'closed')
    assert.equal(reasonOf(amend(fixture, 1, {})), 'market_closed')
    assert.deepEqual(fixture.account(), before)
  })

  test('is refused for an order that is not pending', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, { lots: '0.10' })
    fixture.place(eurusd, { target: '1.05' })
    fixture.submit({ kind: 'cancel_order', orderId: 2 })
    const amended = [1, 2, 3].map((id) => reasonOf(amend(fixture, id, { lots: 'x' })))
    assert.deepEqual(amended, ['order_not_open', 'order_not_open', 'order_not_found'])
  })

  test('does not count the old order against the limits of 200 orders and a billion dollars', () => {
    const fixture = createOpenFixture(1_000)
    for (let count = 1; count <= 200; count += 1) fixture.place(eurusd, { lots: '0.01', target: '1.05' })
    assert.deepEqual(amend(fixture, 7, {}), { kind: 'done', orders: [201] })
    const rich = createOpenFixture(1_000)
    rich.quote(eurusd, 10_000_000)
    // At a price of 100 a lot is worth 10 million USD, so 100 lots are worth a billion.
    for (let count = 1; count <= 5; count += 1) rich.place(eurusd, { lots: '20', target: '100' })
    assert.equal(reasonOf(rich.place(eurusd, { lots: '0.01', target: '100' })), 'notional_limit')
    assert.equal(reasonOf(amend(rich, 1, { lots: '20', target: '100' })), 'done')
  })

  test('is not referenced by a closed part of the new order', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, { target: '1.05' })
    amend(fixture, 1, { target: '1.10' })
    fixture.quote(eurusd, 110_000)
    fixture.submit({ kind: 'close_order', orderId: 2, lots: '0.10' })
    assert.deepEqual([fixture.order(2).amendedFrom, fixture.order(3).parentId], [1, 2])
    assert.equal(fixture.order(3).amendedFrom, null)
  })
})
