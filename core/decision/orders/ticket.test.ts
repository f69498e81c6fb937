import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reasonOf } from '#test/trading/decisions.ts'
import { marketOf, type Prices } from '#test/trading/test-board.ts'
import { createTrader } from '#test/trading/trader.ts'

describe('typed lots', () => {
  type Row = readonly [code: string, lots: string, outcome: string]
  const rows: readonly Row[] = [
    ['EURUSD', '0.01', 'decided'],
    ['EURUSD', '0.010', 'decided'],
    ['EURUSD', '001', 'decided'],
    ['EURUSD', '100', 'decided'],
    ['EURUSD', '100.01', 'lots_limit'],
    ['EURUSD', '99999999999999999999', 'lots_limit'],
    ['EURUSD', '-99999999999999999999', 'invalid_lots'],
    ['EURUSD', '0.001', 'invalid_lots'],
    ['EURUSD', '0', 'invalid_lots'],
    ['EURUSD', '-1', 'invalid_lots'],
    ['EURUSD', '1e1', 'invalid_lots'],
    ['EURUSD', '', 'invalid_lots'],
    ['EURUSD', ' 1', 'invalid_lots'],
    ['EURUSD', '١', 'invalid_lots'],
    ['US30', '0.1', 'decided'],
    ['US30', '0.15', 'invalid_lots'],
    ['US30', '0.05', 'invalid_lots'],
    ['AAPL', '1', 'decided'],
    ['AAPL', '1.5', 'invalid_lots'],
  ]
  const prices: Prices = {
    EURUSD: ['1.08420', '1.08430'],
    US30: ['49500.0', '49501.0'],
    AAPL: ['250.00', '250.02'],
  }
  for (const [code, lots, outcome] of rows)
    test(`${JSON.stringify(lots)} of ${code}: ${outcome}`, () => {
      const trader = createTrader({ cash: '1000000', prices })
      const leverage = marketOf(code).leverages.at(-1) ?? 1
      assert.equal(reasonOf(trader.place(code, { lots, leverage })), outcome)
    })
})

test('accepts the highest price and refuses the step above it', () => {
  const trader = createTrader({ prices: { USDJPY: ['150.000', '150.010'] } })
  const target = { lots: '0.01', target: '140737488355.328' }
  assert.equal(reasonOf(trader.place('USDJPY', { ...target, target: '140737488355.329' })), 'invalid_price')
  assert.equal(reasonOf(trader.place('USDJPY', target)), 'notional_limit')
})
