import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { widenedRange } from '#web/chart/marks/widened-range.ts'

describe('what the axis shows', () => {
  test('are the candles, where there are no lines or all are among them', () => {
    assert.deepEqual(widenedRange({ from: 100, to: 110 }, []), { from: 100, to: 110 })
    assert.deepEqual(widenedRange({ from: 100, to: 110 }, [100, 105]), { from: 100, to: 110 })
  })

  test('reaches lines on both sides', () => {
    assert.deepEqual(widenedRange({ from: 100, to: 110 }, [95, 118]), { from: 95, to: 118 })
  })

  test('does not reach for a line so far that the candles would be flat, but for nearer ones', () => {
    assert.deepEqual(widenedRange({ from: 100, to: 110 }, [200, 112, 90]), { from: 90, to: 112 })
  })

  test('has room for lines beside candles that have not moved', () => {
    assert.deepEqual(widenedRange({ from: 1.08, to: 1.08 }, [1.0804, 1.09]), { from: 1.08, to: 1.0804 })
  })

  test('always shows all candles, in a third of the height at least', () => {
    const prices = fc.array(fc.double({ min: 1, max: 300, noNaN: true }), { maxLength: 60 })
    fc.assert(
      fc.property(prices, (those) => {
        const { from, to } = widenedRange({ from: 100, to: 110 }, those)
        assert.ok(from <= 100 && to >= 110 && to - from <= 30)
      }),
    )
  })
})
