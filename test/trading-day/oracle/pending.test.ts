// Computed by hand: 0.50 lots of EUR/USD at 1.10000 need 550 USD of margin, and every step is worth half a dollar.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOpenFixture, dollar, eurusd, usdjpy } from '#test/trading-day/oracle/oracle-fixture.ts'

describe('pending orders on a tick', () => {
  test('are filled in the order in which the price reached them', () => {
    const fixture = createOpenFixture(600)
    fixture.place(eurusd, { target: '1.10100' })
    fixture.place(eurusd, { target: '1.10050' })
    fixture.quote(eurusd, 110_200)
    // The margin suffices for one order, and the nearer one is filled first.
    assert.deepEqual(fixture.statuses(), ['1 insufficient_margin', '2 open'])
    assert.deepEqual([fixture.order(2).openPrice, fixture.order(2).openedSeq], [110_200n, 5])
    assert.deepEqual([fixture.order(1).openPrice, fixture.order(1).endedSeq], [110_100n, 5])
  })

  test('measure the distance from ask or bid, and fill the oldest of equals first', () => {
    const fixture = createOpenFixture(600)
    fixture.quote(eurusd, 109_990, 110_010)
    // Targets 40 steps above the ask and 40 below the bid. The next quote has a spread wide enough to reach both.
    fixture.place(eurusd, { target: '1.10050' })
    fixture.place(eurusd, { side: 'sell', target: '1.09950' })
    fixture.quote(eurusd, 109_900, 110_100)
    assert.deepEqual(fixture.statuses(), ['1 open', '2 insufficient_margin'])
  })

  test('fill first if the previous quote had already reached them', () => {
    const fixture = createOpenFixture(600)
    fixture.place(eurusd, { target: '1.09990' })
    fixture.place(eurusd, { target: '1.10000' })
    fixture.quote(eurusd, 110_000)
    assert.deepEqual(fixture.statuses(), ['1 pending', '2 open'])
    const late = createOpenFixture(600)
    late.place(eurusd, { target: '1.09999' })
    late.place(eurusd, { target: '1.09990' })
    late.state(eurusd, 'closed')
    // This quote passes the targets by 10 steps and 1 step. Both are already reached, so the older order fills first.
    late.quote(eurusd, 109_989)
    late.state(eurusd, 'open')
    late.quote(eurusd, 109_980)
    assert.deepEqual(late.statuses(), ['1 open', '2 insufficient_margin'])
  })

  test('fill at the tick: a limit at a better price than its target, a stop at a worse one', () => {
    const fixture = createOpenFixture(10_000)
    fixture.place(eurusd, { side: 'sell', target: '1.10100' })
    fixture.place(eurusd, { target: '1.10100' })
    fixture.quote(eurusd, 110_150, 110_160)
    assert.deepEqual(
      fixture.account().orders.map(({ kind, openPrice }) => [kind, openPrice]),
      [
        ['limit', 110_150n],
        ['stop', 110_160n],
      ],
    )
  })

  test('take margin at the rate of the fill', () => {
    const fixture = createOpenFixture(2_000)
    fixture.openMarket(usdjpy, 150_000)
    fixture.place(usdjpy, { lots: '1', target: '125' })
    fixture.quote(usdjpy, 125_000)
    // 100,000 × 125 yen × 0.008 ÷ 100 = 1,000 USD
    assert.equal(fixture.order(1).margin, 1_000n * dollar)
  })

  test('have their stops checked from the next tick on', () => {
    const fixture = createOpenFixture(2_000)
    fixture.place(eurusd, { target: '1.09500', stopLoss: '1.09400' })
    fixture.quote(eurusd, 109_300)
    assert.deepEqual(fixture.statuses(), ['1 open'])
    fixture.quote(eurusd, 109_300)
    assert.deepEqual(fixture.statuses(), ['1 stop_loss'])
  })

  test('use margin freed by a stop on the same tick', () => {
    const fixture = createOpenFixture(600)
    fixture.place(eurusd, { takeProfit: '1.10050' })
    fixture.place(eurusd, { target: '1.10050' })
    fixture.quote(eurusd, 110_050)
    assert.deepEqual(fixture.statuses(), ['1 take_profit', '2 open'])
  })

  test('are evaluated per account', () => {
    const fixture = createOpenFixture(600)
    fixture.submit({ kind: 'open_account', book: 'demo' }, 2)
    fixture.place(eurusd, { target: '1.10050' })
    const ticket = { marketId: 1, side: 'sell', lots: '1', leverage: 100, target: '1.1005' } as const
    const rest = { seen: null, deviation: 0, stopLoss: null, takeProfit: null }
    const answer = fixture.submit({ kind: 'open_order', ticket: { ...ticket, ...rest } }, 2)
    assert.deepEqual(answer, { kind: 'done', orders: [2] })
    fixture.quote(eurusd, 110_050)
    const statuses = fixture.oracle.accounts().map(({ userId, orders }) => [userId, orders[0]?.status])
    assert.deepEqual(statuses, [
      [1, 'open'],
      [2, 'open'],
    ])
  })
})
