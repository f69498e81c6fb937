// Computed by hand: 0.50 lots of EUR/USD at 1.10000 keep 550 USD as margin, and every step is half a dollar.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOpenStage, dollar, eurusd, usdjpy } from '#test/trading-day/oracle/oracle-fixture.ts'

describe('pending orders on a tick', () => {
  test('are filled in the order in which the price reached them', () => {
    const stage = createOpenStage(600)
    stage.places(eurusd, { target: '1.10100' })
    stage.places(eurusd, { target: '1.10050' })
    stage.quote(eurusd, 110_200)
    // There is margin for one of them, and the nearer one had it.
    assert.deepEqual(stage.fates(), ['1 insufficient_margin', '2 open'])
    assert.deepEqual([stage.order(2).openPrice, stage.order(2).openedSeq], [110_200n, 5])
    assert.deepEqual([stage.order(1).openPrice, stage.order(1).endedSeq], [110_100n, 5])
  })

  test('count from ask and bid each on its own, the oldest of equals first', () => {
    const stage = createOpenStage(600)
    stage.quote(eurusd, 109_990, 110_010)
    // 40 steps above the ask, 40 steps below the bid; then a spread so wide that both are there.
    stage.places(eurusd, { target: '1.10050' })
    stage.places(eurusd, { side: 'sell', target: '1.09950' })
    stage.quote(eurusd, 109_900, 110_100)
    assert.deepEqual(stage.fates(), ['1 open', '2 insufficient_margin'])
  })

  test('one that the quote before had reached already comes before all others', () => {
    const stage = createOpenStage(600)
    stage.places(eurusd, { target: '1.09990' })
    stage.places(eurusd, { target: '1.10000' })
    stage.quote(eurusd, 110_000)
    assert.deepEqual(stage.fates(), ['1 pending', '2 open'])
    const late = createOpenStage(600)
    late.places(eurusd, { target: '1.09999' })
    late.places(eurusd, { target: '1.09990' })
    late.state(eurusd, 'closed')
    // 10 and 1 steps beyond the targets: both are there, and so the older one is first.
    late.quote(eurusd, 109_989)
    late.state(eurusd, 'open')
    late.quote(eurusd, 109_980)
    assert.deepEqual(late.fates(), ['1 open', '2 insufficient_margin'])
  })

  test('fill at the tick, a limit better than its target, a stop worse', () => {
    const stage = createOpenStage(10_000)
    stage.places(eurusd, { side: 'sell', target: '1.10100' })
    stage.places(eurusd, { target: '1.10100' })
    stage.quote(eurusd, 110_150, 110_160)
    assert.deepEqual(
      stage.account().orders.map(({ kind, openPrice }) => [kind, openPrice]),
      [
        ['limit', 110_150n],
        ['stop', 110_160n],
      ],
    )
  })

  test('have the margin of the rate they are filled at', () => {
    const stage = createOpenStage(2_000)
    stage.opens(usdjpy, 150_000)
    stage.places(usdjpy, { lots: '1', target: '125' })
    stage.quote(usdjpy, 125_000)
    // 100,000 × 125 × 0.008 ÷ 100
    assert.equal(stage.order(1).margin, 1_000n * dollar)
  })

  test('are judged by their stops from the next tick on', () => {
    const stage = createOpenStage(2_000)
    stage.places(eurusd, { target: '1.09500', stopLoss: '1.09400' })
    stage.quote(eurusd, 109_300)
    assert.deepEqual(stage.fates(), ['1 open'])
    stage.quote(eurusd, 109_300)
    assert.deepEqual(stage.fates(), ['1 stop_loss'])
  })

  test('get the margin that a stop on the same tick set free', () => {
    const stage = createOpenStage(600)
    stage.places(eurusd, { takeProfit: '1.10050' })
    stage.places(eurusd, { target: '1.10050' })
    stage.quote(eurusd, 110_050)
    assert.deepEqual(stage.fates(), ['1 take_profit', '2 open'])
  })

  test('every account is judged for itself', () => {
    const stage = createOpenStage(600)
    stage.does({ kind: 'open_account', book: 'demo' }, 2)
    stage.places(eurusd, { target: '1.10050' })
    const ticket = { marketId: 1, side: 'sell', lots: '1', leverage: 100, target: '1.1005' } as const
    const rest = { seen: null, deviation: 0, stopLoss: null, takeProfit: null }
    const answer = stage.does({ kind: 'open_order', ticket: { ...ticket, ...rest } }, 2)
    assert.deepEqual(answer, { kind: 'done', orders: [2] })
    stage.quote(eurusd, 110_050)
    const statuses = stage.oracle.accounts().map(({ userId, orders }) => [userId, orders[0]?.status])
    assert.deepEqual(statuses, [
      [1, 'open'],
      [2, 'open'],
    ])
  })
})
