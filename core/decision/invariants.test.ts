import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Decision } from '#core/decision/decision.ts'
import { countByStatus } from '#core/order/active-orders.ts'
import { fc } from '#test/fast-check.ts'
import { reasonOf } from '#test/trading/decisions.ts'
import { startPrices as prices, randomTrading } from '#test/trading/random-trading.ts'
import { createTrader, type Trader } from '#test/trading/trader.ts'

const common = [
  ...['nothing', 'insufficient_margin', 'stop_wrong_side', 'invalid_lots', 'invalid_price', 'order_not_open'],
  ...[
    'open',
    'pending',
    'closed by user',
    'closed by stop_loss',
    'closed by take_profit',
    'closed by stop_out',
  ],
]

describe('random commands at random prices', () => {
  // `createTrader` itself asserts that balances match the transfers and that ended orders never change.
  test('never throw, balance the ledger, and leave no debt or margin call on a flat account', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(randomTrading, fc.constantFrom('real' as const, 'demo' as const), (steps, book) => {
        const trader = createTrader({ book, cash: '20000', prices })
        for (const step of steps) {
          const decision = step(trader)
          if (decision !== undefined) for (const what of happenings(decision)) seen.add(what)
          assertSound(trader)
        }
      }),
      { numRuns: 100 },
    )
    // The random runs must reach all of these outcomes, or they would test too little.
    for (const what of common) assert.ok(seen.has(what), `${what} never came`)
  })

  test('give the same decision when repeated on the same state', () => {
    fc.assert(
      fc.property(randomTrading, (steps) => {
        const [one, other] = [createTrader({ prices }), createTrader({ prices })]
        for (const step of steps) assert.deepEqual(step(one), step(other))
      }),
      { numRuns: 30 },
    )
  })
})

/** Refusal reason, or the end causes and statuses of the changed orders. */
function happenings(decision: Decision): readonly string[] {
  if (decision.kind !== 'decided') return [reasonOf(decision)]
  return decision.effects.orders.map(({ status, endCause }) =>
    endCause === null ? status : `${status} by ${endCause}`,
  )
}

function assertSound(trader: Trader): void {
  const { cash, locked, isWarned, orders } = trader.account()
  assert.ok(locked >= 0)
  if (countByStatus(orders, 'open') === 0) assert.deepEqual([cash >= 0, isWarned], [true, false])
}
