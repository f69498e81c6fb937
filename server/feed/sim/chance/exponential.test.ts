import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exponential } from '#server/feed/sim/chance/exponential.ts'

test('it is e to the x, but for the last bits', () => {
  fc.assert(
    fc.property(fc.double({ min: -20, max: 20, noNaN: true }), (x) => {
      assert.ok(Math.abs(exponential(x) / Math.exp(x) - 1) < 1e-14, String(x))
    }),
  )
})

test('it is the same to the last bit everywhere', () => {
  assert.equal(exponential(0), 1)
  assert.equal(exponential(0.1), 1.1051709180756477)
  assert.equal(exponential(-1.75), 0.1737739434504451)
  assert.equal(exponential(3), 20.085536923187668)
})
