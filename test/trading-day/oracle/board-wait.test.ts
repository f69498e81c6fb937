// Computed by hand. At leverage 500, the margin of 100 lots is 22,000 USD for EUR/USD at 1.10000 and 25,000 USD for
// GBP/USD at 1.25000, 47,000 in total. With 96,350 USD the margin level is 205 %. In either market a step is worth 100
// USD, and 80 pips are worth 80,000 USD. If only EUR/USD falls by 80 pips, 16,350 USD remain: a margin level of 34.8 %.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createFixture,
  createOpenFixture,
  dollar,
  eurusd,
  type Fixture,
  gbpusd,
  metals,
  reasonOf,
  share,
  usdjpy,
} from '#test/trading-day/oracle/oracle-fixture.ts'

/** Long EUR/USD (order 1) and short GBP/USD (order 2), ten minutes after both orders were opened. */
function hedgedFixture(stopLoss: string | null = null): Fixture {
  const fixture = createOpenFixture(96_350)
  fixture.place(eurusd, { lots: '100', leverage: 500, stopLoss })
  fixture.place(gbpusd, { lots: '100', leverage: 500, side: 'sell' })
  fixture.advance(600_000)
  assert.equal(fixture.oracle.figures(1).marginLevel, 20_500n)
  return fixture
}

/** The hedged account two days later, with both markets still closed. */
function mondayFixture(stopLoss: string | null = null): Fixture {
  const fixture = hedgedFixture(stopLoss)
  fixture.state(eurusd, 'closed')
  fixture.state(gbpusd, 'closed')
  fixture.advance(172_800_000)
  return fixture
}

const untouched = ['1 open', '2 open']

describe('a hedged account', () => {
  const [eur, gbp] = [
    [eurusd, 109_200],
    [gbpusd, 124_200],
  ] as const
  for (const order of [
    [eur, gbp],
    [gbp, eur],
  ]) {
    test(`keeps both positions when ${order[0]?.[0].code} reopens first, 80 pips lower`, () => {
      const fixture = mondayFixture()
      for (const [market, bid] of order) {
        fixture.openMarket(market, bid)
        assert.deepEqual([fixture.statuses(), fixture.account().notices], [untouched, 0])
      }
      assert.equal(fixture.oracle.figures(1).marginLevel, 20_500n)
    })
  }

  test('is evaluated with the available prices by the first tick of any market after 10,000 ms', () => {
    const fixture = mondayFixture()
    fixture.openMarket(eurusd, 109_200)
    fixture.advance(8_999)
    fixture.openMarket(usdjpy, 150_000)
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [untouched, 0])
    fixture.advance(-999)
    fixture.quote(usdjpy, 150_000)
    // Closing EUR/USD is enough: 16,350 ÷ 25,000, the margin of GBP/USD, is 65 %.
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [['1 stop_out', '2 open'], 1])
    assert.equal(fixture.account().cash, 16_350n * dollar)
  })

  test('is evaluated at once if one market is closed and another has been open for long', () => {
    const fixture = hedgedFixture()
    fixture.state(gbpusd, 'closed')
    fixture.quote(eurusd, 109_200)
    assert.deepEqual(fixture.statuses(), ['1 stop_out', '2 open'])
  })

  test('waits from the tick time if the first quote is older than that of another market', () => {
    const fixture = mondayFixture()
    fixture.openMarket(usdjpy, 150_000)
    fixture.advance(-12_000)
    // EUR/USD becomes current with a quote that is 11,000 ms older than the tick time.
    fixture.openMarket(eurusd, 109_200)
    assert.deepEqual(fixture.statuses(), untouched)
  })

  test('counts quotes of a closed market for the tick time', () => {
    const fixture = mondayFixture()
    fixture.openMarket(eurusd, 109_200)
    fixture.advance(9_000)
    fixture.quote(gbpusd, 125_000)
    assert.deepEqual(fixture.statuses(), untouched)
    fixture.advance(-1_000)
    fixture.quote(eurusd, 109_200)
    assert.deepEqual(fixture.statuses(), ['1 stop_out', '2 open'])
  })

  for (const [afterMs, status] of [
    [299_999, '1 stop_out'],
    [300_000, '1 open'],
  ] as const) {
    test(`has ${status} if a market reopens ${afterMs} ms after its last wait`, () => {
      const fixture = mondayFixture()
      fixture.openMarket(eurusd, 110_000)
      fixture.advance(20_000)
      fixture.state(eurusd, 'stale')
      fixture.advance(afterMs - 21_000)
      fixture.openMarket(eurusd, 109_200)
      assert.deepEqual(fixture.statuses(), [status, '2 open'])
    })
  }

  test('waits again after a restart, even shortly after its last wait', () => {
    const fixture = hedgedFixture()
    const moved = { kind: 'quote', timeMs: fixture.nowMs(), seq: 100 } as const
    fixture.oracle.applyOnly({ ...moved, marketId: eurusd.id, bid: 109_200, ask: 109_200 })
    fixture.oracle.restart()
    // GBP/USD is open, but has had no quote since the start.
    fixture.quote(eurusd, 109_200)
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [untouched, 0])
    fixture.quote(gbpusd, 124_200)
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [untouched, 0])
    fixture.oracle.restart()
    fixture.quote(gbpusd, 126_000)
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [untouched, 0])
    fixture.quote(eurusd, 109_200)
    // GBP/USD has lost 100,000 USD and EUR/USD 80,000, more than the balance of 96,350: both are closed out.
    assert.deepEqual(fixture.statuses(), ['1 stop_out', '2 stop_out'])
  })

  test('is evaluated after its stops', () => {
    const fixture = mondayFixture('1.09500')
    fixture.openMarket(eurusd, 109_200)
    // Only GBP/USD is left, so there is no other market to wait for. 16,350 ÷ 25,000 causes a margin call.
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [['1 stop_loss', '2 open'], 1])
  })

  test('does not wait for the market that started the only wait', () => {
    const fixture = hedgedFixture()
    fixture.state(eurusd, 'stale')
    fixture.openMarket(eurusd, 110_000)
    fixture.state(eurusd, 'stale')
    fixture.quote(gbpusd, 126_000)
    // GBP/USD has lost 100,000 USD. Only EUR/USD started a wait recently, and it is the market that is not current.
    assert.deepEqual(fixture.statuses(), ['1 open', '2 stop_out'])
  })
})

describe('a wait', () => {
  /** One market stays closed, the others reopen with these pauses. The returned function tells if the account waits. */
  function slowFixture(pausesMs: readonly number[]) {
    const fixture = createFixture()
    fixture.fund(10_000)
    for (const metal of metals) fixture.openMarket(metal, 100_000)
    for (const metal of metals) fixture.place(metal, { lots: '0.01' })
    for (const metal of metals) fixture.state(metal, 'closed')
    fixture.advance(600_000)
    const [first, ...others] = metals.slice(1)
    assert.ok(first)
    fixture.openMarket(first, 100_000)
    others.forEach((metal, at) => {
      fixture.advance((pausesMs[at] ?? 0) - 1_000)
      fixture.openMarket(metal, 100_000)
    })
    return (afterMs: number) => {
      fixture.advance(afterMs - 1_000)
      fixture.quote(first, 100_000)
      return fixture.oracle.waits(1)
    }
  }

  test('ends 60,000 ms after the first start of its sequence', () => {
    const waits = slowFixture(Array(6).fill(9_999))
    // The last market reopened 59,994 ms after the first one.
    assert.deepEqual([5, 1].map(waits), [true, false])
  })

  test('begins a new sequence if a market reopens 10,000 ms after the last one', () => {
    const waits = slowFixture([10_000, ...Array(5).fill(9_999)])
    // The last market reopened 59,995 ms after the first one, and 49,995 ms after the second.
    assert.deepEqual([5, 1, 9_993, 1].map(waits), [true, true, true, false])
  })
})

describe('while the account waits', () => {
  function waitingFixture(): Fixture {
    const fixture = mondayFixture()
    fixture.openMarket(eurusd, 110_000)
    return fixture
  }

  test('market orders, reversals and withdrawals are refused', () => {
    const fixture = waitingFixture()
    const reverse = { kind: 'reverse_order', orderId: 1, seen: null, deviation: 0 } as const
    const draw = (reference: string) =>
      reasonOf(fixture.submit({ kind: 'request_withdrawal', amount: 1, reference }))
    assert.equal(reasonOf(fixture.place(eurusd, { lots: '0.01' })), 'stale_price')
    assert.equal(reasonOf(fixture.place(eurusd, { lots: '0.01', stopLoss: '2' })), 'stale_price')
    assert.equal(reasonOf(fixture.submit(reverse)), 'stale_price')
    assert.equal(draw('a'), 'stale_price')
    assert.equal(draw('first'), 'movement_exists')
    fixture.openMarket(gbpusd, 125_000)
    assert.equal(reasonOf(fixture.place(eurusd, { lots: '0.01' })), 'done')
    assert.equal(reasonOf(fixture.submit(reverse)), 'done')
    assert.equal(draw('a'), 'done')
  })

  test('closes, stops and pending orders are still executed', () => {
    const fixture = waitingFixture()
    assert.equal(reasonOf(fixture.place(eurusd, { lots: '0.01', target: '1.0999' })), 'done')
    const stops = { stopLoss: '1.05', takeProfit: null }
    assert.equal(reasonOf(fixture.submit({ kind: 'set_stops', orderId: 1, ...stops })), 'done')
    assert.equal(reasonOf(fixture.submit({ kind: 'close_order', orderId: 1, lots: '1' })), 'done')
    fixture.quote(eurusd, 109_990)
    assert.deepEqual(fixture.statuses(), ['1 open', '2 open', '3 open', '4 user'])
  })
})

describe('a conversion market', () => {
  /** 100 lots of a share at 72.50 pence, with a margin of 3.020833 USD. A fall by 3.50 pence loses 350 pence. */
  function shareFixture(): Fixture {
    const fixture = createFixture()
    fixture.fund(5)
    fixture.openMarket(gbpusd, 125_000)
    fixture.openMarket(share, 7_250)
    fixture.place(share, { lots: '100', leverage: 30 })
    fixture.advance(600_000)
    fixture.state(share, 'closed')
    fixture.state(gbpusd, 'closed')
    fixture.advance(60_000)
    return fixture
  }

  test('is waited for if it reopens later', () => {
    const fixture = shareFixture()
    fixture.openMarket(share, 6_900)
    // At 1.25000 the loss would be 4.375 of 5 USD: 0.625 ÷ 3.02 is 21 %.
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [['1 open'], 0])
    fixture.openMarket(gbpusd, 80_000)
    // At 0.80000 the loss is 2.80 USD: 2.20 ÷ 3.02 is 73 %, a margin call but no close-out.
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [['1 open'], 1])
  })

  test('converts at its last price after 10,000 ms if it stays closed', () => {
    const fixture = shareFixture()
    fixture.openMarket(share, 6_900)
    fixture.advance(9_000)
    fixture.quote(share, 6_900)
    assert.deepEqual([fixture.statuses(), fixture.account().notices], [['1 stop_out'], 1])
  })
})
