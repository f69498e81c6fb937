import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LastSeen } from '#core/decision/command.ts'
import type { Decision } from '#core/decision/decision.ts'
import { decidedOf } from '#test/trading/decisions.ts'
import { createTrader, nowMs, plainTicket, type Trader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.10000', '1.10002'], GBPUSD: ['1.25000', '1.25002'] } as const

/** Order 1 is open and order 2 pending. The market last changed state at sequence 10. */
function trader(): Trader {
  const made = createTrader({ prices })
  decidedOf(made.place('EURUSD', { lots: '1' }))
  decidedOf(made.place('EURUSD', { lots: '1', target: '1.05000' }))
  for (let seq = made.board.seq(); seq < 8; seq += 1) made.quote('EURUSD', '1.10000', '1.10002')
  made.state('EURUSD', 'stale')
  made.state('EURUSD', 'open')
  made.quote('EURUSD', '1.10000', '1.10002')
  assert.equal(made.board.now(plainTicket.marketId).stateSeq, 10)
  return made
}

const known = (orderId: number) => ({ orderId, wasKnown: true })
const amendment = { target: '1.04000', lots: '1', stopLoss: null, takeProfit: null }

const actions: Readonly<Record<string, (of: Trader, tapped: LastSeen) => Decision>> = {
  'a market order': (of, tapped) => of.submit({ kind: 'open_order', ticket: plainTicket, tapped }),
  'a pending order': (of, tapped) =>
    of.submit({ kind: 'open_order', ticket: { ...plainTicket, target: '1.05000' }, tapped }),
  'a close': (of, tapped) => of.submit({ kind: 'close_order', lots: null, ...known(1), tapped }),
  'a partial close': (of, tapped) => of.submit({ kind: 'close_order', lots: '0.5', ...known(1), tapped }),
  'a reversal': (of, tapped) =>
    of.submit({ kind: 'reverse_order', seen: null, deviation: 0, ...known(1), tapped }),
  'an amendment': (of, tapped) => of.submit({ kind: 'amend_order', ...amendment, ...known(2), tapped }),
  'a new stop': (of, tapped) =>
    of.submit({ kind: 'set_stops', stopLoss: '1.05000', takeProfit: null, ...known(1), tapped }),
}

const table: readonly (readonly [name: string, tapped: LastSeen, isLate: boolean])[] = [
  ['with no last-seen data', { seq: null, atMs: null }, false],
  ['tapped ten seconds ago', { seq: null, atMs: nowMs - 10_000 }, false],
  ['tapped ten seconds and a millisecond ago', { seq: null, atMs: nowMs - 10_001 }, true],
  ['tapped in the future', { seq: null, atMs: nowMs + 60_000 }, false],
  ['seen at the state change', { seq: 10, atMs: null }, false],
  ['seen just before the state change', { seq: 9, atMs: null }, true],
  ['seen with a later sequence', { seq: 999, atMs: nowMs }, false],
  ['tapped now but seen before the state change', { seq: 9, atMs: nowMs }, true],
  ['seen after the state change but tapped long ago', { seq: 11, atMs: 0 }, true],
]

for (const [name, act] of Object.entries(actions))
  describe(name, () => {
    for (const [when, tapped, isLate] of table)
      test(`${when} is ${isLate ? 'too late' : 'in time'}`, () => {
        const decision = act(trader(), tapped)
        const expected = isLate ? { kind: 'refused', reason: 'too_late' } : { kind: 'decided' }
        assert.deepEqual({ ...expected, ...pick(decision) }, expected)
      })
  })

function pick(decision: Decision) {
  return decision.kind === 'refused'
    ? { kind: decision.kind, reason: decision.reason }
    : { kind: decision.kind }
}

const late = { seq: 0, atMs: 0 }

test('cancelling an order and removing stops are never too late', () => {
  const of = trader()
  decidedOf(of.setStops(1, '1.05000', '1.20000'))
  const removal = {
    kind: 'set_stops',
    stopLoss: null,
    takeProfit: '1.20000',
    ...known(1),
    tapped: late,
  } as const
  decidedOf(of.submit(removal))
  assert.deepEqual([of.order(1).stopLoss, of.order(1).takeProfit !== null], [null, true])
  decidedOf(of.cancel(2))
})

test('invalid lots are refused before a late tap, and a late tap before a closed market', () => {
  const of = trader()
  const reasonOf = (decision: Decision) => decision.kind === 'refused' && decision.reason
  of.state('EURUSD', 'closed')
  const open = (lots: string) =>
    of.submit({ kind: 'open_order', ticket: { ...plainTicket, lots }, tapped: late })
  assert.equal(reasonOf(open('x')), 'invalid_lots')
  assert.equal(reasonOf(open('1')), 'too_late')
  assert.equal(
    reasonOf(of.submit({ kind: 'close_order', lots: null, ...known(1), tapped: late })),
    'too_late',
  )
  assert.equal(
    reasonOf(of.submit({ kind: 'close_order', lots: null, ...known(9), tapped: late })),
    'order_not_open',
  )
  assert.equal(reasonOf(of.close(1)), 'market_closed')
})

test('a state change of another market does not make a request late', () => {
  const of = trader()
  of.state('GBPUSD', 'closed')
  decidedOf(of.submit({ kind: 'open_order', ticket: plainTicket, tapped: { seq: 11, atMs: nowMs } }))
})
