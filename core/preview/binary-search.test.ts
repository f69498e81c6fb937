import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { binarySearchFirst } from '#core/preview/binary-search.ts'
import { fc } from '#test/fast-check.ts'

describe('the binary search', () => {
  test('finds the first match anywhere in the range within 51 calls', () => {
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

  test('finds nothing in an empty range', () =>
    assert.equal(
      binarySearchFirst(2, 1, () => true),
      undefined,
    ))
})
