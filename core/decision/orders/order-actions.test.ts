import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decidedOf, refusalOf } from '#test/trading/decisions.ts'
import { createTrader, type Trader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.10000', '1.10002'], GBPUSD: ['1.25000', '1.25004'] } as const
const known = (orderId: number) => ({ orderId, wasKnown: true })

function closeMany(trader: Trader, ...orders: readonly { orderId: number; wasKnown: boolean }[]) {
  return decidedOf(trader.submit({ kind: 'close_many', orders }))
}

describe('closing many orders', () => {
  function withThree(): Trader {
    const trader = createTrader({ cash: '10000', prices })
    decidedOf(trader.place('EURUSD', { lots: '1' }))
    decidedOf(trader.place('GBPUSD', { lots: '1', side: 'sell' }))
    decidedOf(trader.place('EURUSD', { lots: '1', target: '1.05000' }))
    return trader
  }

  test('closes each order at the current price and reports a reason for each refused one', () => {
    const trader = withThree()
    const orders = [known(2), known(3), { orderId: 77, wasKnown: false }, known(1), known(1)]
    const { answer, refusals } = closeMany(trader, ...orders)
    assert.deepEqual(
      answer.map(({ id, endCause, closePrice }) => [id, endCause, closePrice]),
      [
        [2, 'user', 125_004],
        [1, 'user', 110_000],
      ],
    )
    assert.deepEqual(refusals, [
      { orderId: 3, reason: 'order_not_open' },
      { orderId: 77, reason: 'order_not_found' },
      { orderId: 1, reason: 'order_not_open' },
    ])
    // Each order loses its spread.
    assert.equal(trader.order(1).profit, -2_000_000)
    assert.equal(trader.order(2).profit, -4_000_000)
  })

  test('refuses an order in a closed market and a late tap', () => {
    const trader = withThree()
    trader.state('GBPUSD', 'closed')
    const { answer, refusals } = closeMany(trader, known(1), known(2))
    assert.deepEqual([answer.map(({ id }) => id), refusals], [[1], [{ orderId: 2, reason: 'market_closed' }]])
    const late = decidedOf(
      trader.submit({ kind: 'close_many', orders: [known(2)], tapped: { seq: null, atMs: 0 } }),
    )
    assert.deepEqual([late.answer, late.refusals], [[], [{ orderId: 2, reason: 'too_late' }]])
    assert.deepEqual([late.effects.orders, late.effects.transfers], [[], []])
  })

  test('writes off the debt after the last close, in any order of ids', () => {
    for (const ids of [
      [1, 2],
      [2, 1],
    ]) {
      const trader = createTrader({ cash: '3000', prices })
      decidedOf(trader.place('EURUSD', { lots: '1' }))
      decidedOf(trader.place('EURUSD', { lots: '1' }))
      trader.board.quote('EURUSD', '1.05000', '1.05002')
      closeMany(trader, ...ids.map(known))
      assert.equal(trader.account().cash, 0)
    }
  })
})

describe('reversing an order', () => {
  const reverse = (trader: Trader, orderId: number, seen: string | null = null, deviation = 0) =>
    trader.submit({ kind: 'reverse_order', ...known(orderId), seen, deviation })

  test('closes it and opens the opposite side with the same lots and leverage, without stops', () => {
    const trader = createTrader({ cash: '10000', prices })
    decidedOf(
      trader.place('EURUSD', { lots: '1.5', leverage: 50, stopLoss: '1.00000', takeProfit: '1.20000' }),
    )
    trader.board.quote('EURUSD', '1.10100', '1.10102')
    const { answer } = decidedOf(reverse(trader, 1, '1.10100'))
    const [opened, closed] = answer
    assert.deepEqual([opened?.id, closed?.id], [2, 1])
    assert.deepEqual([closed?.status, closed?.endCause, closed?.closePrice], ['closed', 'user', 110_100])
    const { side, lots, leverage, status, openPrice, stopLoss, takeProfit, kind } = trader.order(2)
    assert.deepEqual(
      { side, lots, leverage, status, openPrice, stopLoss, takeProfit, kind },
      {
        ...{ side: 'sell', lots: 150, leverage: 50, status: 'open', openPrice: 110_100 },
        ...{ stopLoss: null, takeProfit: null, kind: 'market' },
      },
    )
  })

  test('leaves the order open if the margin of the opposite side is too high', () => {
    // After the realised loss, the margin of the opposite side is no longer covered.
    const trader = createTrader({ cash: '2300', prices })
    decidedOf(trader.place('EURUSD', { lots: '2' }))
    trader.board.quote('EURUSD', '1.09800', '1.09802')
    const before = trader.account()
    assert.equal(refusalOf(reverse(trader, 1)).reason, 'insufficient_margin')
    assert.deepEqual(trader.account(), before)
    assert.equal(trader.order(1).status, 'open')
  })

  test('is refused when the price has moved beyond the deviation', () => {
    const trader = createTrader({ cash: '10000', prices })
    decidedOf(trader.place('EURUSD', { lots: '1' }))
    assert.equal(refusalOf(reverse(trader, 1, '1.10003', 2)).reason, 'price_moved')
    decidedOf(reverse(trader, 1, '1.10003', 3))
  })

  test('is refused for an order that is not open', () => {
    const trader = createTrader({ prices })
    decidedOf(trader.place('EURUSD', { lots: '1', target: '1.05000' }))
    assert.equal(refusalOf(reverse(trader, 1)).reason, 'order_not_open')
    const unknown = { kind: 'reverse_order', orderId: 9, wasKnown: false, seen: null, deviation: 0 } as const
    assert.equal(refusalOf(trader.submit(unknown)).reason, 'order_not_found')
  })
})

describe('amending a pending order', () => {
  const change = { target: '1.06000', lots: '2', stopLoss: '1.00000', takeProfit: null }
  const amend = (trader: Trader, orderId: number, part: Partial<typeof change> = {}) =>
    trader.submit({ kind: 'amend_order', ...known(orderId), ...change, ...part })

  test('cancels it and places a new order with `amendedFrom`', () => {
    const trader = createTrader({ prices })
    decidedOf(trader.place('EURUSD', { lots: '1', target: '1.05000', leverage: 50 }))
    const { answer } = decidedOf(amend(trader, 1))
    assert.deepEqual(
      answer.map(({ id }) => id),
      [2],
    )
    const [old, placed] = [trader.order(1), trader.order(2)]
    assert.deepEqual([old.status, old.endCause, old.ended?.rule], ['cancelled', 'amended', 'amended'])
    assert.deepEqual(
      [placed.status, placed.kind, placed.openPrice, placed.lots, placed.leverage, placed.stopLoss],
      ['pending', 'limit', 106_000, 200, 50, 100_000],
    )
    assert.deepEqual([placed.amendedFrom, old.amendedFrom], [1, null])
  })

  test('leaves the old order unchanged if the new one is refused', () => {
    const trader = createTrader({ prices })
    decidedOf(trader.place('EURUSD', { lots: '1', target: '1.05000' }))
    const before = trader.account()
    const reasons = [
      [{ lots: 'x' }, 'invalid_lots'],
      [{ target: '0' }, 'invalid_price'],
      [{ stopLoss: '1.07000' }, 'stop_wrong_side'],
    ] as const
    for (const [part, reason] of reasons) assert.equal(refusalOf(amend(trader, 1, part)).reason, reason)
    assert.deepEqual(trader.account(), before)
  })

  test('does not count the old order towards the limit of pending orders', () => {
    const trader = createTrader({ prices })
    for (let at = 0; at < 200; at += 1) decidedOf(trader.place('EURUSD', { lots: '0.01', target: '1.05000' }))
    assert.equal(
      refusalOf(trader.place('EURUSD', { lots: '0.01', target: '1.05000' })).reason,
      'orders_limit',
    )
    decidedOf(amend(trader, 200, { lots: '0.01' }))
  })

  test('is refused for an order that is not pending', () => {
    const trader = createTrader({ prices })
    decidedOf(trader.place('EURUSD', { lots: '1' }))
    assert.equal(refusalOf(amend(trader, 1)).reason, 'order_not_open')
  })
})
