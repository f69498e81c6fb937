import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countByStatus } from '#core/order/active-orders.ts'
import { reasonOf } from '#test/trading/decisions.ts'
import { createTrader, type Trader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.10000', '1.10000'], USDJPY: ['150.000', '150.000'] } as const

describe('limits of an account', () => {
  test('allow 500 open and 200 pending orders', () => {
    const trader = createTrader({ cash: '1000000', prices })
    const small = { lots: '0.01', leverage: 500 }
    for (let at = 0; at < 500; at += 1) assert.equal(reasonOf(trader.place('EURUSD', small)), 'decided')
    assert.equal(reasonOf(trader.place('EURUSD', small)), 'orders_limit')
    const waiting = { ...small, target: '0.90000' }
    for (let at = 0; at < 200; at += 1) assert.equal(reasonOf(trader.place('EURUSD', waiting)), 'decided')
    assert.equal(reasonOf(trader.place('EURUSD', waiting)), 'orders_limit')
    trader.quote('EURUSD', '0.90000', '0.90000')
    assert.deepEqual(
      [countByStatus(trader.account().orders, 'open'), countByStatus(trader.account().orders, 'pending')],
      [500, 0],
    )
    assert.equal(trader.order(501).endCause, 'orders_limit')
    assert.equal(trader.order(501).ended?.rule, 'orders_limit')
  })

  test('allow a total notional of one billion US dollars, pending orders included', () => {
    const trader = createTrader({ cash: '1000000', prices })
    waitingFor(trader, 100)
    assert.equal(reasonOf(trader.place('EURUSD', { lots: '0.01' })), 'notional_limit')
    assert.equal(reasonOf(trader.place('EURUSD', { lots: '0.01', target: '0.50000' })), 'notional_limit')
    trader.cancel(1)
    assert.equal(reasonOf(trader.place('EURUSD', { lots: '90.91' })), 'notional_limit')
    assert.equal(reasonOf(trader.place('EURUSD', { lots: '90.90' })), 'decided')
  })

  // 99 orders of ten million leave room for ten million: 9,090,000 × 1.10011 = 9,999,999.90, but × 1.10012 =
  // 10,000,090.80.
  type Row = readonly [fill: string, status: string, cause: string | null]
  const rows: readonly Row[] = [
    ['1.10000', 'open', null],
    ['1.10011', 'open', null],
    ['1.10012', 'cancelled', 'notional_limit'],
  ]
  for (const [fill, status, cause] of rows)
    test(`count a filled pending order once, at its fill price: at ${fill} it is ${status}`, () => {
      const trader = createTrader({ cash: '1000000', prices })
      waitingFor(trader, 99)
      trader.place('EURUSD', { lots: '90.90', target: '1.10000' })
      trader.quote('EURUSD', fill, fill)
      assert.deepEqual([trader.order(100).status, trader.order(100).endCause], [status, cause])
      if (cause !== null) assert.equal(trader.order(100).ended?.rule, cause)
    })

  // The order counts as 10,000,000 × 300 JPY ÷ 300 = ten million dollars. At the rate of its placement, 1 ÷ 100, it
  // would count as 30 million.
  test('count an open order at its opening rate', () => {
    const trader = createTrader({ cash: '1000000', prices: { ...prices, USDJPY: ['100.000', '100.000'] } })
    waitingFor(trader, 98)
    trader.place('USDJPY', { lots: '100', target: '150.000' })
    trader.quote('USDJPY', '300.000', '300.000')
    assert.equal(trader.order(99).status, 'open')
    waitingFor(trader, 1)
    assert.equal(reasonOf(trader.place('EURUSD', { lots: '0.01', target: '1.00000' })), 'notional_limit')
  })

  test('allow a balance of exactly one billion', () => {
    assert.equal(reasonOf(createTrader({ cash: '1000000000', prices }).place('EURUSD', {})), 'decided')
    const above = createTrader({ cash: '1000000000.000001', prices })
    assert.equal(reasonOf(above.place('EURUSD', {})), 'notional_limit')
  })

  // 100 lots are 10,000 hundredths; × 100,000 units = 10^9. So the price limit is 2^51 ÷ 10^9 = 2,251,799.8 steps.
  test('allow 2^51 of price steps × lots × units', () => {
    const trader = createTrader({ prices })
    assert.equal(reasonOf(trader.place('USDJPY', { lots: '100', target: '2251.799' })), 'decided')
    assert.equal(reasonOf(trader.place('USDJPY', { lots: '100', target: '2251.800' })), 'notional_limit')
  })
})

/** Places pending orders of ten million US dollars each, with an order price far from the market. */
function waitingFor(trader: Trader, count: number): void {
  for (let at = 0; at < count; at += 1)
    assert.equal(reasonOf(trader.place('EURUSD', { lots: '100', target: '1.00000' })), 'decided')
}
