import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createFixture,
  eurchf,
  eurusd,
  type Fixture,
  gbpusd,
  plainTicket,
  reasonOf,
  share,
  usdhkd,
} from '#test/trading-day/oracle/oracle-fixture.ts'
import type { OracleTicket } from '#test/trading-day/oracle/oracle-types.ts'

function openFixture(dollars = 1_000): Fixture {
  const fixture = createFixture()
  fixture.fund(dollars)
  fixture.openMarket(eurusd, 110_000, 110_010)
  return fixture
}

describe('placing an order', () => {
  test('is refused for the first rule that applies, in the order of the rules', () => {
    const fixture = createFixture()
    fixture.fund(1)
    let ticket: OracleTicket = {
      ...plainTicket,
      marketId: usdhkd.id,
      leverage: 7,
      lots: 'many',
      seen: '0',
      deviation: 0.5,
      stopLoss: '2',
    }
    const corrections: readonly (readonly [string, () => void])[] = [
      ['leverage_not_configured', () => correct({ marketId: eurchf.id })],
      ['leverage_not_offered', () => correct({ leverage: 100 })],
      ['invalid_lots', () => correct({ lots: '100.01' })],
      ['lots_limit', () => correct({ lots: '100' })],
      ['invalid_price', () => correct({ seen: '0.9' })],
      ['invalid_price', () => correct({ deviation: 1 })],
      ['market_closed', () => fixture.openMarket(eurchf, 95_000)],
      ['stop_wrong_side', () => correct({ stopLoss: '0.94999' })],
      ['no_conversion', () => correct({ marketId: gbpusd.id })],
      ['market_closed', () => fixture.openMarket(gbpusd, 1_200_000_000)],
      ['notional_limit', () => fixture.quote(gbpusd, 95_000)],
      ['price_moved', () => correct({ seen: '0.94999' })],
      ['insufficient_margin', () => correct({ lots: '0.01', leverage: 100 })],
      [
        'insufficient_margin',
        () => fixture.submit({ kind: 'deposit', amount: 8_500_000, reference: 'second' }),
      ],
      // The margin is 1,000 × 0.95 ÷ 100 = 9.50 USD, exactly the free margin.
      ['done', () => undefined],
    ]
    function correct(part: Partial<OracleTicket>): void {
      ticket = { ...ticket, ...part }
    }
    for (const [reason, correct] of corrections) {
      assert.equal(reasonOf(fixture.submit({ kind: 'open_order', ticket })), reason, JSON.stringify(ticket))
      correct()
    }
  })

  test('accepts lots in steps, from the minimum to the maximum', () => {
    const fixture = openFixture(100_000)
    fixture.openMarket(gbpusd, 125_000)
    fixture.openMarket(share, 7_250)
    const lots = (lots: string) => reasonOf(fixture.place(share, { lots }))
    assert.deepEqual(['1', '2.5', '0', '-2', '1e1', '2.001'].map(lots), Array(6).fill('invalid_lots'))
    assert.deepEqual(['100.5', '101'].map(lots), ['invalid_lots', 'lots_limit'])
    assert.deepEqual(['2', '2.00', '100'].map(lots), ['done', 'done', 'done'])
  })

  test('accepts prices above zero, in steps, up to 2^47 steps', () => {
    const fixture = openFixture()
    const target = (target: string) => reasonOf(fixture.place(eurusd, { target }))
    for (const price of ['', '0', '-1', '1.100001', '1407374883.55329']) {
      assert.equal(target(price), 'invalid_price', price)
    }
    // 2^47 steps are a valid price, but the order is above the notional limit.
    assert.equal(target('1407374883.55328'), 'notional_limit')
  })

  test('makes a target at a better price a limit, and any other a stop', () => {
    const fixture = openFixture()
    fixture.place(eurusd, { target: '1.10009' })
    fixture.place(eurusd, { target: '1.10010' })
    fixture.place(eurusd, { side: 'sell', target: '1.10001' })
    fixture.place(eurusd, { side: 'sell', target: '1.10000' })
    assert.deepEqual(
      fixture.account().orders.map(({ kind }) => kind),
      ['limit', 'stop', 'limit', 'stop'],
    )
    assert.ok(
      fixture.account().orders.every(({ margin, fee, openedSeq }) => !margin && !fee && openedSeq === null),
    )
  })

  test('accepts a price better than the seen one, and a worse one within the deviation', () => {
    const fixture = openFixture(10_000)
    const seen = (side: 'buy' | 'sell', seen: string, deviation: number) =>
      reasonOf(fixture.place(eurusd, { side, seen, deviation }))
    assert.equal(seen('buy', '1.10020', 0), 'done')
    assert.equal(seen('buy', '1.10005', 5), 'done')
    assert.equal(seen('buy', '1.10005', 4), 'price_moved')
    assert.equal(seen('sell', '1.10005', 5), 'done')
    assert.equal(seen('sell', '1.10005', 4), 'price_moved')
  })

  test('ignores the seen price of a pending order, but validates it', () => {
    const fixture = openFixture()
    const waits = (seen: string, deviation: number) =>
      reasonOf(fixture.place(eurusd, { target: '1.05', seen, deviation }))
    assert.equal(waits('1.05', 0), 'done')
    assert.equal(waits('1.050001', 0), 'invalid_price')
    assert.equal(waits('1.05', -1), 'invalid_price')
  })

  test('treats a market without any quote as closed, whatever its state', () => {
    const fixture = openFixture()
    const states = (['open', 'stale', 'closed'] as const).map((state) => {
      fixture.state(gbpusd, state)
      return reasonOf(fixture.place(gbpusd, {}))
    })
    assert.deepEqual(states, Array(3).fill('market_closed'))
    fixture.quote(gbpusd, 125_000)
    fixture.state(gbpusd, 'stale')
    assert.equal(reasonOf(fixture.place(gbpusd, {})), 'stale_price')
  })

  test('is refused above a billion dollars of cash', () => {
    const fixture = openFixture(1_000_000_000)
    assert.equal(reasonOf(fixture.place(eurusd, {})), 'done')
    fixture.quote(eurusd, 110_012)
    fixture.submit({ kind: 'close_order', orderId: 1, lots: null })
    assert.equal(fixture.account().cash, 10n ** 15n + 1_000_000n)
    assert.equal(reasonOf(fixture.place(eurusd, {})), 'notional_limit')
  })

  test('compares the stops of a pending order with its target, never equal', () => {
    const fixture = openFixture()
    const stop = (ticket: Partial<OracleTicket>) =>
      reasonOf(fixture.place(eurusd, { target: '1.05', ...ticket }))
    assert.equal(stop({ stopLoss: '1.05' }), 'stop_wrong_side')
    assert.equal(stop({ takeProfit: '1.05' }), 'stop_wrong_side')
    assert.equal(stop({ stopLoss: '1.04999', takeProfit: '1.05001' }), 'done')
    assert.equal(stop({ side: 'sell', stopLoss: '1.05001', takeProfit: '1.04999' }), 'done')
  })

  test('is refused at 500 open and 200 pending orders', () => {
    const fixture = openFixture(100_000)
    for (let count = 1; count <= 500; count += 1) fixture.place(eurusd, { lots: '0.01' })
    assert.equal(reasonOf(fixture.place(eurusd, { lots: '0.01' })), 'orders_limit')
    for (let count = 1; count <= 200; count += 1) fixture.place(eurusd, { lots: '0.01', target: '1.05' })
    assert.equal(reasonOf(fixture.place(eurusd, { lots: '0.01', target: '1.05' })), 'orders_limit')
    // A pending order reached while 500 are open is cancelled.
    fixture.quote(eurusd, 105_000)
    assert.equal(fixture.order(501).endCause, 'orders_limit')
    assert.equal(fixture.order(501).endedSeq, 3)
  })

  test('counts open and pending orders towards a billion dollars', () => {
    const fixture = createFixture()
    fixture.fund(900_000_000)
    fixture.openMarket(eurusd, 10_000_000)
    const place = (lots: string, target: string | null) => reasonOf(fixture.place(eurusd, { lots, target }))
    // At a price of 100 a lot is worth 10 million USD: 60 open and 40 pending lots are worth a billion.
    assert.deepEqual(
      ['20', '20', '20'].map((lots) => place(lots, null)),
      ['done', 'done', 'done'],
    )
    assert.equal(place('20', '100'), 'done')
    assert.equal(place('20.01', '100'), 'notional_limit')
    assert.equal(place('20', '100'), 'done')
    assert.equal(place('0.01', null), 'notional_limit')
    // Pending orders are not counted twice when they are filled.
    fixture.quote(eurusd, 10_000_000)
    assert.deepEqual(
      fixture.account().orders.map(({ status }) => status),
      Array(5).fill('open'),
    )
  })

  test('is refused above 2^51 for price steps × hundredths of lots × units', () => {
    const fixture = createFixture()
    fixture.fund(900_000_000)
    fixture.openMarket(eurusd, 10_000_000)
    // 10^7 × 2,252 × 10^5 is just above 2^51, which is 2,251,799,813,685,248.
    assert.equal(reasonOf(fixture.place(eurusd, { lots: '22.52' })), 'notional_limit')
    assert.equal(reasonOf(fixture.place(eurusd, { lots: '22.51' })), 'done')
  })
})
