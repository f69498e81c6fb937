import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceStep } from '#web/parts/stops/price-step.ts'

test('the smallest step of a price has as many decimals as the price', () => {
  assert.deepEqual([0, 1, 3, 5].map(priceStep), ['1', '0.1', '0.001', '0.00001'])
})
