import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareDecimals } from '#ui/compare-decimals.ts'

describe('comparing', () => {
  test('does not mind trailing zeros', () => assert.equal(compareDecimals('1.50', '1.5'), 0))
  test('knows signs', () => assert.equal(compareDecimals('-2', '1'), -1))
  test('is exact beyond floats', () => assert.equal(compareDecimals('0.10000000000000000001', '0.1'), 1))
})
