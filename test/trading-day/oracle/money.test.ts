import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import {
  createFixture,
  dollar,
  eurusd,
  type Fixture,
  reasonOf,
  usdjpy,
} from '#test/trading-day/oracle/oracle-fixture.ts'

describe('a demo account', () => {
  test('opens once, with 100,000 USD', () => {
    const fixture = createFixture()
    assert.equal(fixture.submit({ kind: 'open_account', book: 'demo' }).kind, 'done')
    assert.equal(fixture.submit({ kind: 'open_account', book: 'demo' }).kind, 'nothing')
    assert.deepEqual(fixture.oracle.transfers(1), [
      { source: 'demo_credit', destination: 'cash', amount: 100_000n * dollar, type: 'demo' },
    ])
  })

  test('is reset at the last price, also in a closed market', () => {
    const fixture = createFixture()
    fixture.submit({ kind: 'open_account', book: 'demo' })
    fixture.openMarket(eurusd, 110_000)
    fixture.place(eurusd, { lots: '10' })
    fixture.place(eurusd, { target: '1.05' })
    fixture.place(eurusd, { lots: '10' })
    fixture.state(eurusd, 'closed')
    fixture.quote(eurusd, 104_000)
    // 20 lots have lost 120,000 USD, more than the balance. A reset does not write off the deficit.
    assert.deepEqual(fixture.submit({ kind: 'reset_demo' }), { kind: 'done', orders: [1, 2, 3] })
    const ends = fixture
      .account()
      .orders.map(({ status, endCause, closePrice, endedSeq }) => [status, endCause, closePrice, endedSeq])
    assert.deepEqual(ends, [
      ['closed', 'demo_reset', 104_000n, 4],
      ['cancelled', 'demo_reset', null, null],
      ['closed', 'demo_reset', 104_000n, 4],
    ])
    assert.deepEqual(fixture.oracle.transfers(1).slice(1), [
      { source: 'cash', destination: 'trading', amount: 60_000n * dollar, type: 'trade_profit' },
      { source: 'cash', destination: 'trading', amount: 60_000n * dollar, type: 'trade_profit' },
      { source: 'demo_credit', destination: 'cash', amount: 120_000n * dollar, type: 'demo' },
    ])
    assert.equal(fixture.account().cash, 100_000n * dollar)
  })

  test('re-arms its margin call on a reset', () => {
    const fixture = createFixture()
    fixture.submit({ kind: 'open_account', book: 'demo' })
    fixture.openMarket(eurusd, 100_000)
    fixture.place(eurusd, { lots: '60' })
    // The loss is 6,000,000 × 0.00750 = 45,000. The equity of 55,000 is below the used margin of 60,000.
    fixture.quote(eurusd, 99_250)
    assert.deepEqual([fixture.account().isWarned, fixture.account().notices], [true, 1])
    fixture.submit({ kind: 'reset_demo' })
    assert.deepEqual([fixture.account().isWarned, fixture.account().notices], [false, 1])
  })

  test('returns its profit on a reset, and allows no deposit or withdrawal', () => {
    const fixture = createFixture()
    fixture.submit({ kind: 'open_account', book: 'demo' })
    fixture.openMarket(eurusd, 110_000)
    fixture.place(eurusd, { lots: '1' })
    fixture.quote(eurusd, 111_000)
    fixture.submit({ kind: 'reset_demo' })
    const last = fixture.oracle.transfers(1).at(-1)
    assert.deepEqual(last, {
      source: 'cash',
      destination: 'demo_credit',
      amount: 1_000n * dollar,
      type: 'demo',
    })
    const movement = { amount: 1, reference: 'a' }
    assert.equal(reasonOf(fixture.submit({ kind: 'deposit', ...movement })), 'demo_forbidden')
    assert.equal(reasonOf(fixture.submit({ kind: 'request_withdrawal', ...movement })), 'demo_forbidden')
  })
})

describe('a real account', () => {
  test('is credited once for a reference, up to a billion dollars', () => {
    const fixture = createFixture()
    fixture.submit({ kind: 'open_account', book: 'real' })
    const pay = (amount: number, reference: string) =>
      reasonOf(fixture.submit({ kind: 'deposit', amount, reference }))
    assert.equal(pay(0, 'a'), 'invalid_amount')
    assert.equal(pay(1e15, 'a'), 'done')
    assert.equal(pay(1, 'a'), 'movement_exists')
    assert.equal(pay(1, 'b'), 'notional_limit')
    assert.equal(fixture.account().cash, 10n ** 15n)
    assert.equal(reasonOf(fixture.submit({ kind: 'reset_demo' })), 'not_demo')
  })

  test('pays out at most the smaller of cash and free margin', () => {
    const fixture = createFixture()
    fixture.fund(1_000)
    fixture.openMarket(eurusd, 110_000)
    fixture.place(eurusd, {})
    const draw = (amount: number, reference: string) =>
      reasonOf(fixture.submit({ kind: 'request_withdrawal', amount, reference }))
    assert.equal(draw(450_000_001, 'a'), 'insufficient_balance')
    // A profit of 5,000 makes the free margin 5,450, but cash is 1,000.
    fixture.quote(eurusd, 120_000)
    assert.equal(draw(1_000_000_001, 'a'), 'insufficient_balance')
    assert.equal(draw(0, 'a'), 'invalid_amount')
    assert.equal(draw(1, 'first'), 'movement_exists')
    assert.equal(draw(1_000_000_000, 'a'), 'done')
    assert.deepEqual([fixture.account().cash, fixture.account().locked], [0n, 1_000n * dollar])
  })

  test('settles a withdrawal once, sent or returned', () => {
    const fixture = createFixture()
    fixture.fund(1_000)
    const draw = (reference: string) =>
      fixture.submit({ kind: 'request_withdrawal', amount: 100_000_000, reference })
    const finish = (reference: string, isSent: boolean) =>
      reasonOf(fixture.submit({ kind: 'finish_withdrawal', reference, isSent }))
    draw('a')
    draw('b')
    assert.equal(finish('a', true), 'done')
    assert.equal(finish('b', false), 'done')
    assert.deepEqual([fixture.account().cash, fixture.account().locked], [900n * dollar, 0n])
    assert.equal(finish('a', false), 'movement_exists')
    assert.equal(finish('first', true), 'movement_unknown')
    assert.equal(finish('c', true), 'movement_unknown')
    fixture.submit({ kind: 'open_account', book: 'real' }, 2)
    const foreign = fixture.submit({ kind: 'finish_withdrawal', reference: 'a', isSent: true }, 2)
    assert.equal(reasonOf(foreign), 'movement_unknown')
    assert.deepEqual(
      fixture.oracle.transfers(1).map(({ source, destination, type }) => `${source} ${destination} ${type}`),
      [
        'deposits cash deposit',
        'cash locked withdrawal',
        'cash locked withdrawal',
        'locked withdrawals withdrawal',
        'locked cash withdrawal_returned',
      ],
    )
  })
})

describe('random steps', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('quote' as const), bid: fc.integer({ min: 9_000, max: 12_000 }) }),
    fc.record({ kind: fc.constant('state' as const), state: fc.constantFrom('open', 'stale', 'closed') }),
    fc.record({
      kind: fc.constant('place' as const),
      side: fc.constantFrom('buy', 'sell'),
      lots: fc.constantFrom('0.05', '0.31', '1.07'),
      target: fc.constantFrom(null, '95', '105.5', '110.007'),
    }),
    fc.record({ kind: fc.constant('close' as const), orderId: fc.integer({ min: 1, max: 8 }) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  function take(fixture: Fixture, one: Step): void {
    if (one.kind === 'quote') fixture.quote(usdjpy, one.bid * 10, one.bid * 10 + 7)
    if (one.kind === 'state') fixture.state(usdjpy, one.state)
    if (one.kind === 'place') fixture.place(usdjpy, one)
    if (one.kind === 'close') fixture.submit({ kind: 'close_order', orderId: one.orderId, lots: '0.05' })
  }

  test('keep cash equal to the transfers, and not negative without open orders', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const fixture = createFixture('share_of_margin')
        fixture.fund(1_500)
        fixture.openMarket(usdjpy, 105_000)
        for (const one of steps) take(fixture, one)
        const { cash, orders } = fixture.account()
        const signed = fixture.oracle
          .transfers(1)
          .map(({ source, amount }) => (source === 'cash' ? -amount : amount))
        assert.equal(cash, sum(signed))
        assert.ok(cash >= 0n || orders.some(({ status }) => status === 'open'))
        const ofOrders = sum(orders.map(({ profit, fee }) => (profit ?? 0n) - fee))
        const others = fixture.oracle.transfers(1).filter(({ type }) => /deposit|write_off/.test(type))
        assert.equal(cash, ofOrders + sum(others.map(({ amount }) => amount)))
      }),
      { numRuns: 200 },
    )
  })
})

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
