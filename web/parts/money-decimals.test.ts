import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyDecimals } from '#web/parts/money-decimals.ts'

test('an amount has as many decimals as say it exactly', () => {
  const rows = [
    ['3.000000', 2],
    ['-0.030000', 2],
    ['0.025000', 6],
    ['0.000001', 6],
    [null, 2],
  ] as const
  for (const [amount, decimals] of rows) assert.equal(moneyDecimals(amount), decimals, String(amount))
})
