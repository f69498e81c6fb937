import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { binarySearchFirst } from '#core/preview/binary-search.ts'

describe('the first step at which something holds', () => {
  test('is found wherever it begins to hold, within 51 questions', () => {
    const anywhere = fc.integer({ min: -(2 ** 48), max: 2 ** 48 })
    fc.assert(
      fc.property(anywhere, anywhere, anywhere, (one, other, begins) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        let asked = 0
        const found = binarySearchFirst(low, high, (step) => {
          asked += 1
          return step >= begins
        })
        assert.equal(found, begins > high ? undefined : Math.max(low, begins))
        assert.ok(asked <= 51)
      }),
    )
  })

  test('is none in a range without numbers', () =>
    assert.equal(
      binarySearchFirst(2, 1, () => true),
      undefined,
    ))
})
