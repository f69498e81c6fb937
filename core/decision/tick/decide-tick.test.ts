import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerOf, decidedOf } from '#test/trading/decisions.ts'
import { createTrader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.08420', '1.08430'], GBPUSD: ['1.27000', '1.27010'] } as const

describe('a stop', () => {
  type Row = readonly [
    what: string,
    side: 'buy' | 'sell',
    stops: { readonly stopLoss?: string; readonly takeProfit?: string },
    tick: readonly [bid: string, ask: string],
    closed: readonly [cause: string, closePrice: number, slippage: number] | undefined,
  ]
  const [low, high] = [{ stopLoss: '1.08300' }, { takeProfit: '1.08600' }]
  const [sellLoss, sellProfit] = [{ stopLoss: '1.08600' }, { takeProfit: '1.08300' }]
  const rows: readonly Row[] = [
    ['a step before its stop loss', 'buy', low, ['1.08301', '1.08311'], undefined],
    ['at its stop loss', 'buy', low, ['1.08300', '1.08310'], ['stop_loss', 108300, 0]],
    ['through its stop loss by a gap', 'buy', low, ['1.08000', '1.08010'], ['stop_loss', 108000, -300]],
    ['a step before its take profit', 'buy', high, ['1.08599', '1.08609'], undefined],
    ['at its take profit', 'buy', high, ['1.08600', '1.08610'], ['take_profit', 108600, 0]],
    ['beyond its take profit', 'buy', high, ['1.08700', '1.08710'], ['take_profit', 108700, 100]],
    ['a step before its stop loss', 'sell', sellLoss, ['1.08589', '1.08599'], undefined],
    ['at its stop loss', 'sell', sellLoss, ['1.08590', '1.08600'], ['stop_loss', 108600, 0]],
    ['through its stop loss by a gap', 'sell', sellLoss, ['1.08990', '1.09000'], ['stop_loss', 109000, -400]],
    ['a step before its take profit', 'sell', sellProfit, ['1.08291', '1.08301'], undefined],
    ['at its take profit', 'sell', sellProfit, ['1.08290', '1.08300'], ['take_profit', 108300, 0]],
    ['beyond its take profit', 'sell', sellProfit, ['1.08190', '1.08200'], ['take_profit', 108200, 100]],
  ]
  for (const [what, side, stops, [bid, ask], closed] of rows)
    test(`of a ${side}: ${what}`, () => {
      const trader = createTrader({ prices })
      answerOf(trader.place('EURUSD', { side, ...stops }))
      const decision = trader.quote('EURUSD', bid, ask)
      if (closed === undefined) return assert.deepEqual(decision, { kind: 'nothing' })
      const [cause, closePrice, slippage] = closed
      const order = trader.order(1)
      assert.deepEqual(
        [order.endCause, order.closePrice, order.ended?.slippage],
        [cause, closePrice, slippage],
      )
      assert.equal(order.ended?.rule, `${cause}_reached`)
      const level = cause === 'stop_loss' ? order.stopLoss : order.takeProfit
      assert.equal(order.ended?.expected, level)
      assert.deepEqual(decidedOf(decision).answer, [])
    })

  test('is not triggered by another market, nor while its own is closed or stale', () => {
    const trader = createTrader({ prices })
    trader.place('EURUSD', { stopLoss: '1.08300' })
    assert.deepEqual(trader.quote('GBPUSD', '1.00000', '1.00010'), { kind: 'nothing' })
    for (const state of ['closed', 'stale'] as const) {
      trader.state('EURUSD', state)
      assert.deepEqual(trader.quote('EURUSD', '1.08000', '1.08010'), { kind: 'nothing' })
    }
    trader.state('EURUSD', 'open')
    trader.quote('EURUSD', '1.08100', '1.08110')
    assert.equal(trader.order(1).closePrice, 108100)
  })

  test('closes several orders oldest first', () => {
    const trader = createTrader({ prices })
    for (const stopLoss of ['1.08100', '1.08300', '1.08200']) trader.place('EURUSD', { stopLoss })
    const { effects } = decidedOf(trader.quote('EURUSD', '1.08000', '1.08010'))
    assert.deepEqual(
      effects.transfers.map(({ orderId }) => orderId),
      [1, 2, 3],
    )
  })

  test('triggers the stop loss if one quote reaches both stops', () => {
    const trader = createTrader({ prices })
    trader.place('EURUSD', { takeProfit: '1.08600' })
    trader.state('EURUSD', 'closed')
    trader.quote('EURUSD', '1.08800', '1.08810')
    trader.state('EURUSD', 'open')
    answerOf(trader.setStops(1, '1.08700', '1.08600'))
    trader.quote('EURUSD', '1.08650', '1.08660')
    assert.equal(trader.order(1).endCause, 'stop_loss')
  })
})
