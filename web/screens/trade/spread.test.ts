import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarketQuote } from '#web/markets/markets-types.ts'
import { spreadOf } from '#web/screens/trade/spread.ts'

const quote = (bid: number | null, ask: number | null): MarketQuote => ({
  state: 'open',
  bid,
  ask,
  open: null,
  high: null,
  low: null,
  changePercent: null,
  volume: 0,
  nextOpenMs: undefined,
})

test('spreadOf is in pips if the last digit is a tenth of a pip, otherwise a price, without float noise', () => {
  assert.deepEqual(spreadOf(quote(1.08427, 1.08435), 5), { value: 0.8, decimals: 1 })
  assert.deepEqual(spreadOf(quote(154.281, 154.292), 3), { value: 1.1, decimals: 1 })
  assert.deepEqual(spreadOf(quote(2647.18, 2647.48), 2), { value: 0.3, decimals: 2 })
  assert.deepEqual(spreadOf(quote(19210, 19212), 0), { value: 2, decimals: 0 })
})

test('spreadOf is undefined without both prices', () => {
  assert.equal(spreadOf(undefined, 5), undefined)
  assert.equal(spreadOf(quote(null, null), 5), undefined)
})
