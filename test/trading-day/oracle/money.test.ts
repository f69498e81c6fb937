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
import type { WithdrawalGoal } from '#test/trading-day/oracle/oracle-types.ts'

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

  test('takes a withdrawal through its steps, and ends it once', () => {
    const fixture = createFixture()
    fixture.fund(1_000)
    const terms = { currency: 'USDT', decimals: 2, fee: 2_000_000, rate: 1_000_000_000 }
    const draw = (reference: string) =>
      fixture.submit({ kind: 'request_withdrawal', amount: 100_000_000, reference, terms })
    const step = (reference: string, to: WithdrawalGoal, operatorId: number | null, more = {}) =>
      reasonOf(fixture.submit({ kind: 'advance_withdrawal', reference, to, operatorId, ...more }))
    for (const reference of ['a', 'b', 'c']) draw(reference)
    const note = 'The name differs'
    const payment = 'tx 1'
    const rows = [
      ['a', 'reviewing', 1, {}, 'done'],
      ['a', 'reviewing', 2, {}, 'movement_exists'],
      ['a', 'cancelled', null, {}, 'movement_exists'],
      ['a', 'paying', 1, { needsApproval: true }, 'needs_approval'],
      ['a', 'approved', 1, {}, 'same_operator'],
      ['a', 'approved', 2, {}, 'done'],
      ['a', 'paying', 1, { needsApproval: true }, 'done'],
      ['a', 'returned', 1, { note }, 'same_operator'],
      ['a', 'sent', 2, { payment }, 'not_payer'],
      ['a', 'sent', 1, {}, 'invalid_request'],
      ['a', 'sent', 1, { payment }, 'done'],
      ['a', 'returned', 1, { note, secondOperatorId: 2 }, 'movement_exists'],
      ['b', 'returned', 1, {}, 'invalid_request'],
      ['b', 'returned', 1, { note }, 'done'],
      ['c', 'cancelled', 1, {}, 'invalid_request'],
      ['c', 'cancelled', null, {}, 'done'],
      ['first', 'reviewing', 1, {}, 'movement_unknown'],
      ['d', 'reviewing', 1, {}, 'movement_unknown'],
    ] as const
    for (const [reference, to, operatorId, more, reason] of rows)
      assert.equal(step(reference, to, operatorId, more), reason, `${reference} ${to} by ${operatorId}`)
    assert.deepEqual([fixture.account().cash, fixture.account().locked], [900n * dollar, 0n])
    fixture.submit({ kind: 'open_account', book: 'real' }, 2)
    const foreign = { kind: 'advance_withdrawal', reference: 'a', to: 'reviewing', operatorId: 1 } as const
    assert.equal(reasonOf(fixture.submit(foreign, 2)), 'movement_unknown')
    assert.deepEqual(
      fixture.oracle.transfers(1).map(({ source, destination, type }) => `${source} ${destination} ${type}`),
      [
        'deposits cash deposit',
        ...Array(3).fill('cash locked withdrawal'),
        'locked fees fee',
        'locked withdrawals withdrawal',
        'locked cash withdrawal_returned',
        'locked cash withdrawal_returned',
      ],
    )
  })

  test('ends a reference once: rejected, voided or adjusted, without money for the first two', () => {
    const fixture = createFixture()
    fixture.fund(10)
    const amount = 1_000_000
    const by = { operatorId: 1, approverId: 2, memo: 'Correction' }
    const submit = (command: Parameters<Fixture['submit']>[0]) => reasonOf(fixture.submit(command))
    const rejection = { kind: 'deposit', amount, reference: 'a', result: 'rejected', note: 'No' } as const
    assert.equal(submit(rejection), 'done')
    assert.equal(submit({ kind: 'deposit', amount, reference: 'a' }), 'movement_exists')
    const alone = { kind: 'deposit', amount, reference: 'z', result: 'invalid', operatorId: 1 } as const
    assert.equal(submit({ ...alone, approverId: 1 }), 'same_operator')
    assert.equal(submit({ ...alone, approverId: 1, isWaived: true }), 'done')
    assert.equal(submit({ kind: 'void_withdrawal', amount, reference: 'b', note: 'timeout' }), 'done')
    assert.equal(submit({ kind: 'request_withdrawal', amount, reference: 'b' }), 'movement_exists')
    assert.equal(fixture.account().cash, 10n * dollar)
    const adjust = { kind: 'adjust', amount, reference: 'c', direction: 'down', ...by } as const
    assert.equal(submit({ ...adjust, approverId: 1 }), 'same_operator')
    assert.equal(submit({ ...adjust, amount: 10_000_001 }), 'insufficient_balance')
    assert.equal(submit(adjust), 'done')
    assert.equal(submit({ ...adjust, reference: 'd', direction: 'up', amount: 3_000_000 }), 'done')
    assert.equal(fixture.account().cash, 12n * dollar)
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
