import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareDecimals } from '#ui/decimal.ts'

describe('compareDecimals', () => {
  test('ignores trailing zeros', () => assert.equal(compareDecimals('1.50', '1.5'), 0))
  test('orders a negative number below a positive one', () => assert.equal(compareDecimals('-2', '1'), -1))
  test('compares digits beyond float precision', () =>
    assert.equal(compareDecimals('0.10000000000000000001', '0.1'), 1))
})
