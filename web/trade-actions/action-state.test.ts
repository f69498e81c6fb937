import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { place } from '#test/web/trade-actions-harness.ts'
import type { TradeAction } from '#web/calls/trading.ts'
import { setsStop } from '#web/trade-actions/action-state.ts'

describe('an action sets a stop', () => {
  const stops = (stop_loss_price?: string, target_profit_price?: string): TradeAction => ({
    kind: 'stops',
    input: { id: 4, stop_loss_price, target_profit_price } as { id: number },
  })
  const withStop = { ...place, input: { ...place.input, stop_loss_price: '1.07' } } as TradeAction
  const table: readonly (readonly [string, TradeAction, boolean])[] = [
    ['a stop loss', stops('1.07'), true],
    ['a take profit', stops('', '1.09'), true],
    ['both removed', stops('', '0.00000'), false],
    ['none named', stops(), false],
    ['an order with a stop loss', withStop, true],
    ['an order without', place, false],
    ['a close', { kind: 'close', input: { id: 4 } }, false],
  ]
  for (const [name, action, expected] of table)
    test(`${name} -> ${expected ? 'yes' : 'no'}`, () => assert.equal(setsStop(action), expected))
})
