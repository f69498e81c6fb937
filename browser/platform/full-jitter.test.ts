import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import { fc } from '#test/fast-check.ts'

const bounds = { baseMs: 500, capMs: 15_000 }

test('doubles the ceiling with each attempt up to the cap', () => {
  const ceilings = [0, 1, 2, 3, 4, 5, 6, 1_000_000].map((tries) =>
    fullJitterMs(tries, () => 0.999_999, bounds),
  )
  assert.deepEqual(ceilings, [499, 999, 1_999, 3_999, 7_999, 14_999, 14_999, 14_999])
})

test('gives a whole number from zero to below the ceiling for any random value', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (tries, draw) => {
      const waitMs = fullJitterMs(tries, () => draw, bounds)
      assert.ok(Number.isInteger(waitMs))
      assert.ok(waitMs >= 0 && waitMs < Math.min(15_000, 500 * 2 ** Math.min(tries, 30)))
    }),
  )
})
