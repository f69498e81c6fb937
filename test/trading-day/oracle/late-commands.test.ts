import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createOpenFixture,
  eurusd,
  type Fixture,
  plainTicket,
  reasonOf,
} from '#test/trading-day/oracle/oracle-fixture.ts'
import type { OracleTapped } from '#test/trading-day/oracle/oracle-types.ts'

function placing(fixture: Fixture, tapped: OracleTapped | undefined, target: string | null = null): string {
  return reasonOf(fixture.submit({ kind: 'open_order', ticket: { ...plainTicket, target }, tapped }))
}

describe('a command with seen_at or seen_seq', () => {
  test('is in time at exactly 10,000 ms and too late a millisecond after', () => {
    const fixture = createOpenFixture(10_000)
    const atAge = (ms: number) => placing(fixture, { seq: null, atMs: fixture.nowMs() - ms })
    assert.deepEqual([0, 9_999, 10_000].map(atAge), ['done', 'done', 'done'])
    assert.deepEqual([10_001, 60_000].map(atAge), ['too_late', 'too_late'])
  })

  test('is in time with the sequence of the last state change, and too late with the one before', () => {
    const fixture = createOpenFixture(10_000)
    fixture.state(eurusd, 'stale')
    fixture.openMarket(eurusd, 110_000)
    // The last event is the quote, and the one before is the state change.
    const changed = fixture.seq() - 1
    const withSeq = (seq: number) => placing(fixture, { seq, atMs: null })
    assert.deepEqual([changed - 1, changed, changed + 1].map(withSeq), ['too_late', 'done', 'done'])
  })

  test('ignores state changes of other markets and repeated states', () => {
    const fixture = createOpenFixture(10_000)
    // Event 1 opened EUR/USD and event 2 quoted it; events 3 and 4 did the same for GBP/USD.
    assert.equal(placing(fixture, { seq: 1, atMs: null }), 'done')
    fixture.state(eurusd, 'open')
    assert.equal(placing(fixture, { seq: 1, atMs: null }), 'done')
    assert.equal(placing(fixture, { seq: 0, atMs: null }), 'too_late')
  })

  test('is accepted with missing values and with values ahead of the engine', () => {
    const fixture = createOpenFixture(10_000)
    fixture.advance(60_000)
    const ahead = { seq: fixture.seq() + 100, atMs: fixture.nowMs() + 3_600_000 }
    for (const tapped of [undefined, { seq: null, atMs: null }, ahead]) {
      assert.equal(placing(fixture, tapped), 'done')
    }
  })

  test('is never late for a state change before a restart', () => {
    const fixture = createOpenFixture(10_000)
    assert.equal(placing(fixture, { seq: 0, atMs: null }), 'too_late')
    fixture.oracle.restart()
    assert.equal(placing(fixture, { seq: 0, atMs: null }), 'done')
  })

  test('is refused for an invalid price first, then as late, then for a closed market', () => {
    const fixture = createOpenFixture(10_000)
    fixture.state(eurusd, 'closed')
    const late = { seq: null, atMs: fixture.nowMs() - 10_001 }
    assert.equal(placing(fixture, late, 'x'), 'invalid_price')
    assert.equal(placing(fixture, late), 'too_late')
    assert.equal(placing(fixture, undefined), 'market_closed')
  })
})

describe('too_late', () => {
  function lateFixture() {
    const fixture = createOpenFixture(10_000)
    fixture.place(eurusd, { stopLoss: '1.05' })
    fixture.place(eurusd, { target: '1.05' })
    const tapped = { seq: null, atMs: fixture.nowMs() - 10_001 }
    return { fixture, tapped }
  }

  test('refuses a full and a partial close, but invalid lots first', () => {
    const { fixture, tapped } = lateFixture()
    const close = (lots: string | null) =>
      reasonOf(fixture.submit({ kind: 'close_order', orderId: 1, lots, tapped }))
    assert.deepEqual([null, '0.10', '9'].map(close), ['too_late', 'too_late', 'invalid_lots'])
  })

  test('refuses a reversal, an amendment and each id of close many', () => {
    const { fixture, tapped } = lateFixture()
    const seen = { seen: null, deviation: 0 }
    assert.equal(reasonOf(fixture.submit({ kind: 'reverse_order', orderId: 1, ...seen, tapped })), 'too_late')
    const terms = { target: '1.04', lots: '0.50', stopLoss: null, takeProfit: null }
    assert.equal(reasonOf(fixture.submit({ kind: 'amend_order', orderId: 2, ...terms, tapped })), 'too_late')
    assert.deepEqual(fixture.submit({ kind: 'close_many', orderIds: [1, 7], tapped }), {
      kind: 'done',
      orders: [],
      refusals: [
        { orderId: 1, reason: 'too_late' },
        { orderId: 7, reason: 'order_not_found' },
      ],
    })
    assert.deepEqual(fixture.statuses(), ['1 open', '2 pending'])
  })

  test('refuses a new stop, but not a kept or removed stop or a cancellation', () => {
    const { fixture, tapped } = lateFixture()
    const set = (stopLoss: string | null, takeProfit: string | null) =>
      reasonOf(fixture.submit({ kind: 'set_stops', orderId: 1, stopLoss, takeProfit, tapped }))
    assert.equal(set('1.05', '1.2'), 'too_late')
    assert.equal(set('1.06', null), 'too_late')
    assert.equal(set('x', null), 'invalid_price')
    assert.equal(set('1.05', null), 'done')
    assert.equal(set(null, null), 'done')
    assert.equal(reasonOf(fixture.submit({ kind: 'cancel_order', orderId: 2 })), 'done')
  })
})

describe('the outcome of a key', () => {
  const ticket = { ...plainTicket, lots: '0.10' }

  test('is the decided answer, also when requested twice', () => {
    const fixture = createOpenFixture(1_000)
    const answer = fixture.submit({ kind: 'open_order', ticket }, 1, 'a')
    assert.deepEqual(fixture.oracle.outcome(1, 'a'), { kind: 'decided', answer })
    assert.deepEqual(fixture.oracle.outcome(1, 'a'), { kind: 'decided', answer })
    const refused = fixture.submit({ kind: 'close_order', orderId: 9, lots: null }, 1, 'b')
    assert.deepEqual(fixture.oracle.outcome(1, 'b'), { kind: 'decided', answer: refused })
  })

  test('burns an undecided key for every later command', () => {
    const fixture = createOpenFixture(1_000)
    fixture.place(eurusd, { target: '1.05' })
    assert.deepEqual(fixture.oracle.outcome(1, 'a'), { kind: 'never' })
    assert.equal(reasonOf(fixture.submit({ kind: 'open_order', ticket }, 1, 'a')), 'too_late')
    assert.equal(reasonOf(fixture.submit({ kind: 'cancel_order', orderId: 1 }, 1, 'a')), 'too_late')
    fixture.oracle.restart()
    assert.deepEqual(fixture.oracle.outcome(1, 'a'), { kind: 'never' })
    assert.deepEqual(fixture.statuses(), ['1 pending'])
  })

  test('is not decided by a ticket with invalid input', () => {
    const fixture = createOpenFixture(1_000)
    assert.equal(
      reasonOf(fixture.submit({ kind: 'open_order', ticket: { ...ticket, lots: 'x' } }, 1, 'a')),
      'invalid_lots',
    )
    assert.equal(
      reasonOf(fixture.submit({ kind: 'open_order', ticket: { ...ticket, lots: 'x' } }, 1, 'b')),
      'invalid_lots',
    )
    assert.equal(reasonOf(fixture.submit({ kind: 'open_order', ticket }, 1, 'a')), 'done')
    assert.deepEqual(fixture.oracle.outcome(1, 'b'), { kind: 'never' })
  })

  test('belongs to one user only', () => {
    const fixture = createOpenFixture(1_000)
    fixture.submit({ kind: 'open_account', book: 'demo' }, 2)
    fixture.oracle.outcome(2, 'a')
    assert.equal(reasonOf(fixture.submit({ kind: 'open_order', ticket }, 1, 'a')), 'done')
    assert.equal(reasonOf(fixture.submit({ kind: 'open_order', ticket }, 2, 'a')), 'too_late')
  })
})
