// Computed by hand: 0.50 lots of EUR/USD at 1.10000 keep 550 USD as margin, and every step is half a dollar.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOpenStage, dollar, eurusd, gbpusd } from '#test/trading-day/oracle/oracle-fixture.ts'

describe('risk on a tick', () => {
  test('at exactly 50 % the worst is closed, and the others stay once that is enough', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, {})
    stage.places(gbpusd, { lots: '0.20' })
    // Of 800 USD used: 400.50 are more than the half, 400 are not.
    stage.quote(eurusd, 108_801)
    assert.deepEqual(stage.fates(), ['1 open', '2 open'])
    stage.quote(eurusd, 108_800)
    assert.deepEqual(stage.fates(), ['1 stop_out', '2 open'])
    assert.equal(stage.order(1).profit, -600n * dollar)
    assert.deepEqual([stage.account().notices, stage.account().isWarned], [1, true])
    // 400 of 250 used are 160 %.
    stage.quote(eurusd, 108_800)
    assert.equal(stage.account().isWarned, false)
  })

  test('is judged after the stops and before what waits', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, { stopLoss: '1.08550' })
    stage.quote(eurusd, 108_550)
    assert.deepEqual(stage.fates(), ['1 stop_loss'])
    const other = createOpenStage(1_000)
    other.places(eurusd, {})
    other.places(eurusd, { lots: '0.10', target: '1.08550' })
    // 275 of 550 used are 50 %; once it is closed they are enough for the 108.55 of the other.
    other.quote(eurusd, 108_550)
    assert.deepEqual(other.fates(), ['1 stop_out', '2 open'])
  })

  test('of equals the oldest goes first', () => {
    const stage = createOpenStage(1_100)
    stage.places(eurusd, {})
    stage.places(eurusd, {})
    stage.quote(eurusd, 109_450)
    assert.deepEqual(stage.fates(), ['1 stop_out', '2 open'])
  })

  test('what is in a closed market waits, and another is closed in its place', () => {
    const stage = createOpenStage(1_000)
    stage.places(eurusd, {})
    stage.places(gbpusd, { lots: '0.20' })
    // Both opened more than 10 seconds ago, so that the account does not wait for the board.
    stage.pass(10_000)
    stage.state(eurusd, 'closed')
    stage.quote(eurusd, 108_000)
    assert.deepEqual(stage.fates(), ['1 open', '2 open'])
    stage.quote(gbpusd, 125_000)
    assert.deepEqual(stage.fates(), ['1 open', '2 stop_out'])
    stage.state(eurusd, 'open')
    stage.quote(gbpusd, 125_000)
    assert.deepEqual(stage.fates(), ['1 stop_out', '2 stop_out'])
  })

  test('a wide spread alone closes nobody, because the mid decides', () => {
    const stage = createOpenStage(600)
    stage.places(eurusd, {})
    // At the bid 600 are lost, at the mid 300.
    stage.quote(eurusd, 108_800, 110_000)
    assert.deepEqual(stage.fates(), ['1 open'])
    assert.equal(stage.oracle.figures(1).netValue, 0n)
    // 300 ÷ 550
    assert.equal(stage.oracle.figures(1).riskRate, 5_455n)
  })

  test('one notice for each time the rate falls to 100 %, armed again above 110 %', () => {
    const stage = createOpenStage(550)
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
    const stage = createOpenStage(600)
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
    const stage = createOpenStage(1_000)
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
