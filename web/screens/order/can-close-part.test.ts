import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canClosePart } from '#web/screens/order/can-close-part.ts'

test('an order has a part that can be closed when a step leaves the least lots', () => {
  const table: readonly (readonly [string, string, string, boolean])[] = [
    ['0.02', '0.01', '0.01', true],
    ['0.01', '0.01', '0.01', false],
    ['0.50', '0.10', '0.50', false],
    ['0.60', '0.10', '0.50', true],
    ['2.00', '1.00', '0.01', true],
    ['1.00', '1.00', '0.01', false],
  ]
  for (const [lots, lotStep, leastLots, can] of table)
    assert.equal(
      canClosePart({ lots, lotStep, leastLots }),
      can,
      `${lots} by ${lotStep}, at least ${leastLots}`,
    )
})
