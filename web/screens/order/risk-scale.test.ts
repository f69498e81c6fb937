import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { closeOutPosition, marginCallPosition, riskPosition } from '#web/screens/order/risk-scale.ts'

describe('the position of a margin level on the bar', () => {
  const table: readonly (readonly [string, number])[] = [
    ['0.00', 0],
    ['-12.50', 0],
    ['25.00', closeOutPosition / 2],
    ['50.00', closeOutPosition],
    ['75.00', (closeOutPosition + marginCallPosition) / 2],
    ['100.00', marginCallPosition],
    ['1000.00', marginCallPosition + (1 - marginCallPosition) / 3],
    ['100000.00', 1],
    ['9007199254740991.00', 1],
  ]
  for (const [rate, position] of table) {
    test(`of ${rate} % is ${position}`, () => assert.ok(Math.abs(riskPosition(rate) - position) < 1e-12))
  }

  test('never falls as the rate rises, and stays between 0 and 1', () => {
    const hundredths = fc.integer({ min: -1_000_000, max: 2_000_000_000 })
    const position = (of: number) => riskPosition(String(of / 100))
    fc.assert(
      fc.property(hundredths, hundredths, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        assert.ok(position(low) <= position(high))
        assert.ok(position(low) >= 0 && position(high) <= 1)
      }),
    )
  })
})
