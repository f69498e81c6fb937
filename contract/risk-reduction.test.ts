import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelTrade, close, closeMany, reverse, setStopPrice, submit } from '#contract/calls/trading.ts'
import { reducesRisk } from '#contract/risk-reduction.ts'

describe('reducesRisk', () => {
  for (const call of [close, closeMany, cancelTrade])
    test(`is true for ${call.name}`, () => assert.equal(reducesRisk(call, { id: 1 }), true))

  for (const call of [submit, reverse])
    test(`is false for ${call.name}`, () => assert.equal(reducesRisk(call, { id: 1 }), false))

  const stops: readonly (readonly [boolean, Readonly<Record<string, string>>])[] = [
    [true, {}],
    [true, { stop_loss_price: '', target_profit_price: '' }],
    [true, { stop_loss_price: '0', target_profit_price: '0.000' }],
    [false, { stop_loss_price: '1.08', target_profit_price: '0' }],
    [false, { target_profit_price: '1.09' }],
    [false, { stop_loss_price: '0.01', target_profit_price: '1.09' }],
    [false, { stop_loss_price: '-0' }],
  ]
  for (const [expected, input] of stops)
    test(`is ${expected} for set_stop_price with ${JSON.stringify(input)}`, () =>
      assert.equal(reducesRisk(setStopPrice, { id: 1, ...input }), expected))
})
