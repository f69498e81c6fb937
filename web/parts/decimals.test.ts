import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { moneyDecimals, priceStep } from '#web/parts/decimals.ts'

describe('money decimals', () => {
  test('are 2 for whole cents and otherwise 6', () => {
    const rows = [
      ['3.000000', 2],
      ['-0.030000', 2],
      ['0.025000', 6],
      ['0.000001', 6],
      [null, 2],
    ] as const
    for (const [amount, decimals] of rows) assert.equal(moneyDecimals(amount), decimals, String(amount))
  })
})

describe('price step', () => {
  test('has as many decimals as the price', () => {
    assert.deepEqual([0, 1, 3, 5].map(priceStep), ['1', '0.1', '0.001', '0.00001'])
  })
})
