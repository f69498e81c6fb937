// Close many, reverse, amend. 0.50 lots of EUR/USD at 1.10000 keep 550 USD, and every step is half a dollar.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createOpenStage,
  dollar,
  eurusd,
  gbpusd,
  reasonOf,
  type Stage,
} from '#test/trading-day/oracle/oracle-fixture.ts'

describe('close many', () => {
  test('closes each in the order given and refuses the others, id by id', () => {
    const stage = createOpenStage(10_000)
    stage.does({ kind: 'open_account', book: 'demo' }, 2)
    stage.places(eurusd, {})
    stage.places(eurusd, { side: 'sell' })
    stage.places(gbpusd, {})
    stage.places(eurusd, { target: '1.05' })
    stage.does({ kind: 'open_order', ticket: { ...foreign, marketId: eurusd.id } }, 2)
    stage.state(gbpusd, 'closed')
    stage.quote(eurusd, 110_100)
    const answer = stage.does({ kind: 'close_many', orderIds: [2, 99, 3, 1, 2, 4, 5] })
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
    assert.deepEqual(stage.fates(), ['1 user', '2 user', '3 open', '4 pending'])
    // The sell lost 50 USD first, then the buy won as much.
    assert.deepEqual(
      stage.oracle
        .transfers(1)
        .slice(1)
        .map(({ source, amount }) => [source, amount]),
      [
        ['cash', 50n * dollar],
        ['trading', 50n * dollar],
      ],
    )
  })

  test('writes off what is missing once the last one is closed', () => {
    const stage = createOpenStage(1_200)
    stage.places(eurusd, {})
    stage.places(eurusd, {})
    // 650 USD are lost on each at the bid, but only 322.50 at the mid, so that nothing is closed out.
    stage.quote(eurusd, 108_700, 110_010)
    stage.does({ kind: 'close_many', orderIds: [1, 2] })
    assert.deepEqual(stage.oracle.transfers(1).slice(1), [
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
  const reverse = (stage: Stage, orderId: number, seen: string | null = null, deviation = 0) =>
    stage.does({ kind: 'reverse_order', orderId, seen, deviation })

  test('closes the order and opens the other side with its lots and leverage, without stops', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, { leverage: 500, stopLoss: '1.05', takeProfit: '1.2' })
    stage.quote(eurusd, 109_900, 109_910)
    assert.deepEqual(reverse(stage, 1), { kind: 'done', orders: [2, 1] })
    assert.deepEqual(stage.fates(), ['1 user', '2 open'])
    assert.equal(stage.order(1).profit, -50n * dollar)
    const { side, kind, lots, openPrice, margin, stopLoss, takeProfit, amendedFrom } = stage.order(2)
    assert.deepEqual([side, kind, lots, openPrice, margin], ['sell', 'market', 50n, 109_900n, 109_900_000n])
    assert.deepEqual([stopLoss, takeProfit, amendedFrom], [null, null, null])
  })

  test('without enough margin leaves everything as it was', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, {})
    stage.quote(eurusd, 108_900)
    const before = { account: stage.account(), transfers: stage.oracle.transfers(1) }
    // Closing leaves 450 USD, and the sell needs 544.50.
    assert.equal(reasonOf(reverse(stage, 1)), 'insufficient_margin')
    assert.deepEqual({ account: stage.account(), transfers: stage.oracle.transfers(1) }, before)
    // No id was used up.
    assert.deepEqual(stage.places(eurusd, { target: '1.05' }), { kind: 'done', orders: [2] })
  })

  test('counts the write-off of the close, and undoes it when refused', () => {
    const stage = createOpenStage(600)
    stage.places(eurusd, {})
    stage.quote(eurusd, 108_700, 110_010)
    assert.equal(stage.oracle.figures(1).netValue, -50n * dollar)
    assert.equal(reasonOf(reverse(stage, 1)), 'insufficient_margin')
    assert.deepEqual([stage.account().cash, stage.fates()], [600n * dollar, ['1 open']])
  })

  test('is refused for the order, the market and the seen price, in this order', () => {
    const stage = createOpenStage(10_000)
    stage.places(eurusd, {})
    stage.places(eurusd, { target: '1.05' })
    assert.equal(reasonOf(reverse(stage, 9, 'x')), 'order_not_found')
    assert.equal(reasonOf(reverse(stage, 2, 'x')), 'order_not_open')
    stage.state(eurusd, 'closed')
    assert.equal(reasonOf(reverse(stage, 1, 'x')), 'market_closed')
    stage.state(eurusd, 'stale')
    assert.equal(reasonOf(reverse(stage, 1, 'x')), 'stale_price')
    stage.opens(eurusd, 110_000)
    assert.equal(reasonOf(reverse(stage, 1, 'x')), 'invalid_price')
    assert.equal(reasonOf(reverse(stage, 1, '1.10002', 1)), 'price_moved')
    assert.equal(reasonOf(reverse(stage, 1, '1.10002', 2)), 'done')
  })

  test('has room for itself among 500 open orders', () => {
    const stage = createOpenStage(100_000)
    for (let count = 1; count <= 500; count += 1) stage.places(eurusd, { lots: '0.01' })
    assert.deepEqual(reverse(stage, 7), { kind: 'done', orders: [501, 7] })
  })
})

describe('amend', () => {
  const amend = (
    stage: Stage,
    orderId: number,
    terms: { target?: string; lots?: string; stopLoss?: string },
  ) =>
    stage.does({
      kind: 'amend_order',
      orderId,
      target: '1.04',
      lots: '0.50',
      stopLoss: null,
      takeProfit: null,
      ...terms,
    })

  test('cancels the old order and places a new one that names it', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, { target: '1.05', stopLoss: '1.04' })
    const answer = amend(stage, 1, { target: '1.12', lots: '0.20', stopLoss: '1.11' })
    assert.deepEqual(answer, { kind: 'done', orders: [2] })
    assert.deepEqual(stage.fates(), ['1 amended', '2 pending'])
    const { side, kind, lots, openPrice, stopLoss, amendedFrom } = stage.order(2)
    assert.deepEqual([side, kind, lots, openPrice, stopLoss], ['buy', 'stop', 20n, 112_000n, 111_000n])
    assert.deepEqual([amendedFrom, stage.order(1).amendedFrom, stage.order(1).endedSeq], [1, null, null])
  })

  test('that is refused leaves the old order', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, { target: '1.05' })
    const before = stage.account()
    assert.equal(reasonOf(amend(stage, 1, { lots: '0.001' })), 'invalid_lots')
    assert.equal(reasonOf(amend(stage, 1, { target: '0' })), 'invalid_price')
    assert.equal(reasonOf(amend(stage, 1, { stopLoss: '1.04' })), 'stop_wrong_side')
    stage.state(eurusd, 'closed')
    assert.equal(reasonOf(amend(stage, 1, {})), 'market_closed')
    assert.deepEqual(stage.account(), before)
  })

  test('is refused for an order that is not pending', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, { lots: '0.10' })
    stage.places(eurusd, { target: '1.05' })
    stage.does({ kind: 'cancel_order', orderId: 2 })
    const amended = [1, 2, 3].map((id) => reasonOf(amend(stage, id, { lots: 'x' })))
    assert.deepEqual(amended, ['order_not_open', 'order_not_open', 'order_not_found'])
  })

  test('has room for itself among 200 pending orders and within a billion dollars', () => {
    const stage = createOpenStage(1_000)
    for (let count = 1; count <= 200; count += 1) stage.places(eurusd, { lots: '0.01', target: '1.05' })
    assert.deepEqual(amend(stage, 7, {}), { kind: 'done', orders: [201] })
    const rich = createOpenStage(1_000)
    rich.quote(eurusd, 10_000_000)
    // A lot is 10 million USD at 100: 100 of them are the billion.
    for (let count = 1; count <= 5; count += 1) rich.places(eurusd, { lots: '20', target: '100' })
    assert.equal(reasonOf(rich.places(eurusd, { lots: '0.01', target: '100' })), 'notional_limit')
    assert.equal(reasonOf(amend(rich, 1, { lots: '20', target: '100' })), 'done')
  })

  test('is not named by the part that is closed of it', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, { target: '1.05' })
    amend(stage, 1, { target: '1.10' })
    stage.quote(eurusd, 110_000)
    stage.does({ kind: 'close_order', orderId: 2, lots: '0.10' })
    assert.deepEqual([stage.order(2).amendedFrom, stage.order(3).parentId], [1, 2])
    assert.equal(stage.order(3).amendedFrom, null)
  })
})
