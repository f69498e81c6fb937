// Computed by hand: 0.50 lots of EUR/USD at 1.10000 need 550 USD of margin, and every step is worth half a dollar.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOpenFixture, dollar, eurusd, gbpusd } from '#test/trading-day/oracle/oracle-fixture.ts'

describe('stops on a tick', () => {
  test('close at the price after a gap through the stop loss', () => {
    const fixture = createOpenFixture(2_000)
    fixture.place(eurusd, { stopLoss: '1.09500' })
    fixture.quote(eurusd, 109_501, 109_510)
    assert.deepEqual(fixture.statuses(), ['1 open'])
    fixture.quote(eurusd, 109_000, 109_010)
    const { closePrice, profit, endCause, endedSeq } = fixture.order(1)
    assert.deepEqual([closePrice, profit, endCause, endedSeq], [109_000n, -500n * dollar, 'stop_loss', 6])
  })

  test('close a take profit at its price or better, a sell by the ask', () => {
    const fixture = createOpenFixture(2_000)
    fixture.place(eurusd, { side: 'sell', takeProfit: '1.09500' })
    fixture.quote(eurusd, 109_400, 109_501)
    assert.deepEqual(fixture.statuses(), ['1 open'])
    fixture.quote(eurusd, 109_400, 109_490)
    assert.deepEqual([fixture.order(1).closePrice, fixture.order(1).endCause], [109_490n, 'take_profit'])
  })

  test('are reached exactly at their price', () => {
    const fixture = createOpenFixture(10_000)
    fixture.place(eurusd, { stopLoss: '1.09900' })
    fixture.place(eurusd, { side: 'sell', takeProfit: '1.09900' })
    fixture.quote(eurusd, 109_901)
    assert.deepEqual(fixture.statuses(), ['1 open', '2 open'])
    fixture.quote(eurusd, 109_900)
    assert.deepEqual(fixture.statuses(), ['1 stop_loss', '2 take_profit'])
    fixture.place(eurusd, { takeProfit: '1.10000' })
    fixture.place(eurusd, { side: 'sell', stopLoss: '1.10000' })
    fixture.quote(eurusd, 109_999)
    assert.deepEqual(fixture.statuses().slice(2), ['3 open', '4 open'])
    fixture.quote(eurusd, 110_000)
    assert.deepEqual(fixture.statuses().slice(2), ['3 take_profit', '4 stop_loss'])
  })

  test('are not reached by quotes of a closed or stale market', () => {
    const fixture = createOpenFixture(2_000)
    fixture.place(eurusd, { stopLoss: '1.09500' })
    for (const state of ['closed', 'stale'] as const) {
      fixture.state(eurusd, state)
      fixture.quote(eurusd, 109_000)
      fixture.quote(gbpusd, 125_000)
      assert.deepEqual(fixture.statuses(), ['1 open'])
      assert.equal(fixture.oracle.figures(1).profit, -500n * dollar)
    }
    fixture.state(eurusd, 'open')
    assert.deepEqual(fixture.statuses(), ['1 open'])
    fixture.quote(eurusd, 109_100)
    assert.deepEqual([fixture.order(1).closePrice, fixture.order(1).endCause], [109_100n, 'stop_loss'])
  })

  test('can be kept or removed at any time, but set only on the right side in an open market', () => {
    const fixture = createOpenFixture(2_000)
    fixture.place(eurusd, { stopLoss: '1.09' })
    const set = (stopLoss: string | null, takeProfit: string | null) => {
      const answer = fixture.submit({ kind: 'set_stops', orderId: 1, stopLoss, takeProfit })
      return answer.kind === 'refused' ? answer.reason : answer.kind
    }
    assert.equal(set('1.10', null), 'stop_wrong_side')
    assert.equal(set('1.09', '1.10'), 'stop_wrong_side')
    fixture.state(eurusd, 'closed')
    fixture.quote(eurusd, 108_000)
    assert.equal(set('1.08x', null), 'invalid_price')
    assert.equal(set('1.07', null), 'market_closed')
    assert.equal(set('1.0900', null), 'done')
    assert.equal(set('1.0900', '1.2'), 'market_closed')
    fixture.state(eurusd, 'open')
    // The unchanged stop loss is on the wrong side by now, but an unchanged value is not checked.
    assert.equal(set('1.09', '1.2'), 'done')
    assert.deepEqual([fixture.order(1).stopLoss, fixture.order(1).takeProfit], [109_000n, 120_000n])
    fixture.state(eurusd, 'stale')
    assert.equal(set('1.07', null), 'stale_price')
    assert.equal(set(null, null), 'done')
    assert.deepEqual([fixture.order(1).stopLoss, fixture.order(1).takeProfit], [null, null])
  })
})

describe('stops', () => {
  test('of a pending order are checked against its target, and refused for an ended order', () => {
    const fixture = createOpenFixture(2_000)
    fixture.place(eurusd, { target: '1.05', takeProfit: '1.06' })
    const set = (orderId: number, stopLoss: string | null, takeProfit: string | null) => {
      const answer = fixture.submit({ kind: 'set_stops', orderId, stopLoss, takeProfit })
      return answer.kind === 'refused' ? answer.reason : answer.kind
    }
    assert.equal(set(1, '1.07', '1.06'), 'stop_wrong_side')
    assert.equal(set(1, '1.04', '1.06'), 'done')
    assert.equal(set(1, null, '1.05'), 'stop_wrong_side')
    fixture.state(eurusd, 'closed')
    assert.equal(set(1, null, '1.06'), 'done')
    assert.deepEqual([fixture.order(1).stopLoss, fixture.order(1).takeProfit], [null, 106_000n])
    fixture.submit({ kind: 'cancel_order', orderId: 1 })
    assert.equal(set(1, null, null), 'order_not_open')
    assert.equal(set(2, null, null), 'order_not_found')
  })
})
