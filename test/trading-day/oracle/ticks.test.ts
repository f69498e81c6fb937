// Worked examples of what a tick does, computed by hand from the rules. 0.50 lots of EUR/USD at 1.10000 keep 550 USD as
// margin, and every step is half a dollar.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createStage,
  dollar,
  eurusd,
  gbpusd,
  type Stage,
  usdjpy,
} from '#test/trading-day/oracle/oracle-stage.ts'

function openStage(dollars: number): Stage {
  const stage = createStage()
  stage.pays(dollars)
  stage.opens(eurusd, 110_000)
  stage.opens(gbpusd, 125_000)
  return stage
}

/** Id, status and what ended it, of every order. */
function fates(stage: Stage): readonly string[] {
  return stage.account().orders.map(({ id, status, endCause }) => `${id} ${endCause ?? status}`)
}

describe('stops on a tick', () => {
  test('a gap through a stop loss closes at the price behind the gap', () => {
    const stage = openStage(2_000)
    stage.places(eurusd, { stopLoss: '1.09500' })
    stage.quote(eurusd, 109_501, 109_510)
    assert.deepEqual(fates(stage), ['1 open'])
    stage.quote(eurusd, 109_000, 109_010)
    const { closePrice, profit, endCause, endedSeq } = stage.order(1)
    assert.deepEqual([closePrice, profit, endCause, endedSeq], [109_000n, -500n * dollar, 'stop_loss', 4])
  })

  test('a take profit closes at its price or better, of a sell with the ask', () => {
    const stage = openStage(2_000)
    stage.places(eurusd, { side: 'sell', takeProfit: '1.09500' })
    stage.quote(eurusd, 109_400, 109_501)
    assert.deepEqual(fates(stage), ['1 open'])
    stage.quote(eurusd, 109_400, 109_490)
    assert.deepEqual([stage.order(1).closePrice, stage.order(1).endCause], [109_490n, 'take_profit'])
  })

  test('at a stop is as good as beyond it', () => {
    const stage = openStage(10_000)
    stage.places(eurusd, { stopLoss: '1.09900' })
    stage.places(eurusd, { side: 'sell', takeProfit: '1.09900' })
    stage.quote(eurusd, 109_901)
    assert.deepEqual(fates(stage), ['1 open', '2 open'])
    stage.quote(eurusd, 109_900)
    assert.deepEqual(fates(stage), ['1 stop_loss', '2 take_profit'])
    stage.places(eurusd, { takeProfit: '1.10000' })
    stage.places(eurusd, { side: 'sell', stopLoss: '1.10000' })
    stage.quote(eurusd, 109_999)
    assert.deepEqual(fates(stage).slice(2), ['3 open', '4 open'])
    stage.quote(eurusd, 110_000)
    assert.deepEqual(fates(stage).slice(2), ['3 take_profit', '4 stop_loss'])
  })

  test('nothing is reached while the market is closed or stale, and the last price stays', () => {
    const stage = openStage(2_000)
    stage.places(eurusd, { stopLoss: '1.09500' })
    for (const state of ['closed', 'stale'] as const) {
      stage.state(eurusd, state)
      stage.quote(eurusd, 109_000)
      stage.quote(gbpusd, 125_000)
      assert.deepEqual(fates(stage), ['1 open'])
      assert.equal(stage.oracle.figures(1).profit, -500n * dollar)
    }
    stage.state(eurusd, 'open')
    assert.deepEqual(fates(stage), ['1 open'])
    stage.quote(eurusd, 109_100)
    assert.deepEqual([stage.order(1).closePrice, stage.order(1).endCause], [109_100n, 'stop_loss'])
  })

  test('a stop may be kept or removed at any time, and set only on its side of an open market', () => {
    const stage = openStage(2_000)
    stage.places(eurusd, { stopLoss: '1.09' })
    const set = (stopLoss: string | null, takeProfit: string | null) => {
      const answer = stage.does({ kind: 'set_stops', orderId: 1, stopLoss, takeProfit })
      return answer.kind === 'refused' ? answer.reason : answer.kind
    }
    assert.equal(set('1.10', null), 'stop_wrong_side')
    assert.equal(set('1.09', '1.10'), 'stop_wrong_side')
    stage.state(eurusd, 'closed')
    stage.quote(eurusd, 108_000)
    assert.equal(set('1.08x', null), 'invalid_price')
    assert.equal(set('1.07', null), 'market_closed')
    assert.equal(set('1.0900', null), 'done')
    assert.equal(set('1.0900', '1.2'), 'market_closed')
    stage.state(eurusd, 'open')
    // The one that is kept is on the wrong side by now, and is not judged.
    assert.equal(set('1.09', '1.2'), 'done')
    assert.deepEqual([stage.order(1).stopLoss, stage.order(1).takeProfit], [109_000n, 120_000n])
    stage.state(eurusd, 'stale')
    assert.equal(set('1.07', null), 'stale_price')
    assert.equal(set(null, null), 'done')
    assert.deepEqual([stage.order(1).stopLoss, stage.order(1).takeProfit], [null, null])
  })
})

describe('stops', () => {
  test('of a pending order are judged by its target, and what is over has none', () => {
    const stage = openStage(2_000)
    stage.places(eurusd, { target: '1.05', takeProfit: '1.06' })
    const set = (orderId: number, stopLoss: string | null, takeProfit: string | null) => {
      const answer = stage.does({ kind: 'set_stops', orderId, stopLoss, takeProfit })
      return answer.kind === 'refused' ? answer.reason : answer.kind
    }
    assert.equal(set(1, '1.07', '1.06'), 'stop_wrong_side')
    assert.equal(set(1, '1.04', '1.06'), 'done')
    assert.equal(set(1, null, '1.05'), 'stop_wrong_side')
    stage.state(eurusd, 'closed')
    assert.equal(set(1, null, '1.06'), 'done')
    assert.deepEqual([stage.order(1).stopLoss, stage.order(1).takeProfit], [null, 106_000n])
    stage.does({ kind: 'cancel_order', orderId: 1 })
    assert.equal(set(1, null, null), 'order_not_open')
    assert.equal(set(2, null, null), 'order_not_found')
  })
})

describe('risk on a tick', () => {
  test('at exactly 50 % the worst is closed, and the others stay once that is enough', () => {
    const stage = openStage(1_000)
    stage.places(eurusd, {})
    stage.places(gbpusd, { lots: '0.20' })
    // Of 800 USD used: 400.50 are more than the half, 400 are not.
    stage.quote(eurusd, 108_801)
    assert.deepEqual(fates(stage), ['1 open', '2 open'])
    stage.quote(eurusd, 108_800)
    assert.deepEqual(fates(stage), ['1 stop_out', '2 open'])
    assert.equal(stage.order(1).profit, -600n * dollar)
    assert.deepEqual([stage.account().notices, stage.account().isWarned], [1, true])
    // 400 of 250 used are 160 %.
    stage.quote(eurusd, 108_800)
    assert.equal(stage.account().isWarned, false)
  })

  test('is judged after the stops and before what waits', () => {
    const stage = openStage(1_000)
    stage.places(eurusd, { stopLoss: '1.08550' })
    stage.quote(eurusd, 108_550)
    assert.deepEqual(fates(stage), ['1 stop_loss'])
    const other = openStage(1_000)
    other.places(eurusd, {})
    other.places(eurusd, { lots: '0.10', target: '1.08550' })
    // 275 of 550 used are 50 %; once it is closed they are enough for the 108.55 of the other.
    other.quote(eurusd, 108_550)
    assert.deepEqual(fates(other), ['1 stop_out', '2 open'])
  })

  test('of equals the oldest goes first', () => {
    const stage = openStage(1_100)
    stage.places(eurusd, {})
    stage.places(eurusd, {})
    stage.quote(eurusd, 109_450)
    assert.deepEqual(fates(stage), ['1 stop_out', '2 open'])
  })

  test('what is in a closed market waits, and another is closed in its place', () => {
    const stage = openStage(1_000)
    stage.places(eurusd, {})
    stage.places(gbpusd, { lots: '0.20' })
    stage.state(eurusd, 'closed')
    stage.quote(eurusd, 108_000)
    assert.deepEqual(fates(stage), ['1 open', '2 open'])
    stage.quote(gbpusd, 125_000)
    assert.deepEqual(fates(stage), ['1 open', '2 stop_out'])
    stage.state(eurusd, 'open')
    stage.quote(gbpusd, 125_000)
    assert.deepEqual(fates(stage), ['1 stop_out', '2 stop_out'])
  })

  test('a wide spread alone closes nobody, because the mid decides', () => {
    const stage = openStage(600)
    stage.places(eurusd, {})
    // At the bid 600 are lost, at the mid 300.
    stage.quote(eurusd, 108_800, 110_000)
    assert.deepEqual(fates(stage), ['1 open'])
    assert.equal(stage.oracle.figures(1).netValue, 0n)
    // 300 ÷ 550
    assert.equal(stage.oracle.figures(1).riskRate, 5_455n)
  })

  test('one notice for each time the rate falls to 100 %, armed again above 110 %', () => {
    const stage = openStage(550)
    stage.places(eurusd, {})
    const notices = (bid: number) => {
      stage.quote(eurusd, bid)
      return stage.account().notices
    }
    assert.deepEqual([110_001, 110_000, 109_900].map(notices), [0, 1, 1])
    // 605 ÷ 550 is 110 %, half a dollar more is above it.
    assert.deepEqual([110_110, 110_000].map(notices), [1, 1])
    assert.deepEqual([110_111, 110_000].map(notices), [1, 2])
  })

  test('what is missing when nothing is open any more is written off', () => {
    const stage = openStage(600)
    stage.places(eurusd, {})
    stage.quote(eurusd, 108_000)
    const { cash, isWarned, notices } = stage.account()
    assert.deepEqual([cash, isWarned, notices], [0n, false, 1])
    assert.deepEqual(stage.oracle.transfers(1).slice(1), [
      { source: 'cash', destination: 'trading', amount: 1_000n * dollar, type: 'trade_profit' },
      { source: 'write_offs', destination: 'cash', amount: 400n * dollar, type: 'write_off' },
    ])
  })

  test('cash stays below zero as long as something is open', () => {
    const stage = openStage(1_000)
    stage.places(eurusd, { side: 'sell' })
    stage.places(eurusd, { lots: '0.40' })
    stage.quote(eurusd, 107_000)
    stage.does({ kind: 'close_order', orderId: 2, lots: null })
    assert.equal(stage.account().cash, -200n * dollar)
    stage.does({ kind: 'close_order', orderId: 1, lots: null })
    assert.equal(stage.account().cash, 1_300n * dollar)
    assert.equal(stage.oracle.transfers(1).filter(({ type }) => type === 'write_off').length, 0)
  })
})

describe('pending orders on a tick', () => {
  test('are filled in the order in which the price reached them', () => {
    const stage = openStage(600)
    stage.places(eurusd, { target: '1.10100' })
    stage.places(eurusd, { target: '1.10050' })
    stage.quote(eurusd, 110_200)
    // There is margin for one of them, and the nearer one had it.
    assert.deepEqual(fates(stage), ['1 insufficient_margin', '2 open'])
    assert.deepEqual([stage.order(2).openPrice, stage.order(2).openedSeq], [110_200n, 3])
    assert.deepEqual([stage.order(1).openPrice, stage.order(1).endedSeq], [110_100n, 3])
  })

  test('count from ask and bid each on its own, the oldest of equals first', () => {
    const stage = openStage(600)
    stage.quote(eurusd, 109_990, 110_010)
    // 40 steps above the ask, 40 steps below the bid; then a spread so wide that both are there.
    stage.places(eurusd, { target: '1.10050' })
    stage.places(eurusd, { side: 'sell', target: '1.09950' })
    stage.quote(eurusd, 109_900, 110_100)
    assert.deepEqual(fates(stage), ['1 open', '2 insufficient_margin'])
  })

  test('one that the quote before had reached already comes before all others', () => {
    const stage = openStage(600)
    stage.places(eurusd, { target: '1.09990' })
    stage.places(eurusd, { target: '1.10000' })
    stage.quote(eurusd, 110_000)
    assert.deepEqual(fates(stage), ['1 pending', '2 open'])
    const late = openStage(600)
    late.places(eurusd, { target: '1.09999' })
    late.places(eurusd, { target: '1.09990' })
    late.state(eurusd, 'closed')
    // 10 and 1 steps beyond the targets: both are there, and so the older one is first.
    late.quote(eurusd, 109_989)
    late.state(eurusd, 'open')
    late.quote(eurusd, 109_980)
    assert.deepEqual(fates(late), ['1 open', '2 insufficient_margin'])
  })

  test('fill at the tick, a limit better than its target, a stop worse', () => {
    const stage = openStage(10_000)
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
    const stage = openStage(2_000)
    stage.opens(usdjpy, 150_000)
    stage.places(usdjpy, { lots: '1', target: '125' })
    stage.quote(usdjpy, 125_000)
    // 100,000 × 125 × 0.008 ÷ 100
    assert.equal(stage.order(1).margin, 1_000n * dollar)
  })

  test('are judged by their stops from the next tick on', () => {
    const stage = openStage(2_000)
    stage.places(eurusd, { target: '1.09500', stopLoss: '1.09400' })
    stage.quote(eurusd, 109_300)
    assert.deepEqual(fates(stage), ['1 open'])
    stage.quote(eurusd, 109_300)
    assert.deepEqual(fates(stage), ['1 stop_loss'])
  })

  test('get the margin that a stop on the same tick set free', () => {
    const stage = openStage(600)
    stage.places(eurusd, { takeProfit: '1.10050' })
    stage.places(eurusd, { target: '1.10050' })
    stage.quote(eurusd, 110_050)
    assert.deepEqual(fates(stage), ['1 take_profit', '2 open'])
  })

  test('every account is judged for itself', () => {
    const stage = openStage(600)
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
