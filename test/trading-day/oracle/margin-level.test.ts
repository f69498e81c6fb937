// Computed by hand: 0.50 lots of EUR/USD at 1.10000 need 550 USD of margin, and every step is worth half a dollar.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOpenFixture, dollar, eurusd, gbpusd } from '#test/trading-day/oracle/oracle-fixture.ts'

describe('the margin level on a tick', () => {
  test('closes the worst order at exactly 50 % and stops once that is enough', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, {})
    fixture.place(gbpusd, { lots: '0.20' })
    // Used margin is 550 + 250 = 800 USD. An equity of 400.50 is above 50 % of it, 400 is not.
    fixture.quote(eurusd, 108_801)
    assert.deepEqual(fixture.statuses(), ['1 open', '2 open'])
    fixture.quote(eurusd, 108_800)
    assert.deepEqual(fixture.statuses(), ['1 stop_out', '2 open'])
    assert.equal(fixture.order(1).profit, -600n * dollar)
    assert.deepEqual([fixture.account().notices, fixture.account().isWarned], [1, true])
    // Equity 400 ÷ used margin 250 is 160 %, so the margin call is armed again.
    fixture.quote(eurusd, 108_800)
    assert.equal(fixture.account().isWarned, false)
  })

  test('is evaluated after stops and before pending orders', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, { stopLoss: '1.08550' })
    fixture.quote(eurusd, 108_550)
    assert.deepEqual(fixture.statuses(), ['1 stop_loss'])
    const other = createOpenFixture(1_000)
    other.place(eurusd, {})
    other.place(eurusd, { lots: '0.10', target: '1.08550' })
    // Equity 275 ÷ used margin 550 is 50 %. After the close-out, 275 covers the pending order's margin of 108.55.
    other.quote(eurusd, 108_550)
    assert.deepEqual(other.statuses(), ['1 stop_out', '2 open'])
  })

  test('closes the oldest of equal orders first', () => {
    const fixture = createOpenFixture(1_100)
    fixture.place(eurusd, {})
    fixture.place(eurusd, {})
    fixture.quote(eurusd, 109_450)
    assert.deepEqual(fixture.statuses(), ['1 stop_out', '2 open'])
  })

  test('skips orders in closed markets and closes another one', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, {})
    fixture.place(gbpusd, { lots: '0.20' })
    // Both markets became current at least 10 seconds ago, so that the account does not wait for the board.
    fixture.advance(10_000)
    fixture.state(eurusd, 'closed')
    fixture.quote(eurusd, 108_000)
    assert.deepEqual(fixture.statuses(), ['1 open', '2 open'])
    fixture.quote(gbpusd, 125_000)
    assert.deepEqual(fixture.statuses(), ['1 open', '2 stop_out'])
    fixture.state(eurusd, 'open')
    fixture.quote(gbpusd, 125_000)
    assert.deepEqual(fixture.statuses(), ['1 stop_out', '2 stop_out'])
  })

  test('uses mid prices, so a wide spread alone closes nothing', () => {
    const fixture = createOpenFixture(600)
    fixture.place(eurusd, {})
    // The order loses 600 USD at the bid, but 300 at the mid.
    fixture.quote(eurusd, 108_800, 110_000)
    assert.deepEqual(fixture.statuses(), ['1 open'])
    assert.equal(fixture.oracle.figures(1).equity, 0n)
    // 300 ÷ 550 = 54.55 %
    assert.equal(fixture.oracle.figures(1).marginLevel, 5_455n)
  })

  test('stores one notice per fall to 100 % and re-arms above 110 %', () => {
    const fixture = createOpenFixture(550)
    fixture.place(eurusd, {})
    const notices = (bid: number) => {
      fixture.quote(eurusd, bid)
      return fixture.account().notices
    }
    assert.deepEqual([110_001, 110_000, 109_900].map(notices), [0, 1, 1])
    // At 1.10110 the level is 605 ÷ 550 = 110 %. One step higher it is above 110 %.
    assert.deepEqual([110_110, 110_000].map(notices), [1, 1])
    assert.deepEqual([110_111, 110_000].map(notices), [1, 2])
  })

  test('writes off a negative balance when nothing is open', () => {
    const fixture = createOpenFixture(600)
    fixture.place(eurusd, {})
    fixture.quote(eurusd, 108_000)
    const { cash, isWarned, notices } = fixture.account()
    assert.deepEqual([cash, isWarned, notices], [0n, false, 1])
    assert.deepEqual(fixture.oracle.transfers(1).slice(1), [
      { source: 'cash', destination: 'trading', amount: 1_000n * dollar, type: 'trade_profit' },
      { source: 'write_offs', destination: 'cash', amount: 400n * dollar, type: 'write_off' },
    ])
  })

  test('leaves cash negative while an order is open', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, { side: 'sell' })
    fixture.place(eurusd, { lots: '0.40' })
    fixture.quote(eurusd, 107_000)
    fixture.submit({ kind: 'close_order', orderId: 2, lots: null })
    assert.equal(fixture.account().cash, -200n * dollar)
    fixture.submit({ kind: 'close_order', orderId: 1, lots: null })
    assert.equal(fixture.account().cash, 1_300n * dollar)
    assert.equal(fixture.oracle.transfers(1).filter(({ type }) => type === 'write_off').length, 0)
  })
})
