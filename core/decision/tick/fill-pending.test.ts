import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decide } from '#core/decision/decide.ts'
import { answerOf, decidedOf, reasonOf } from '#test/trading/decisions.ts'
import { createTestBoard, marketOf, priceOf } from '#test/trading/test-board.ts'
import { createTrader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.08420', '1.08430'] } as const

describe('a pending order', () => {
  type Row = readonly [
    side: 'buy' | 'sell',
    target: string,
    tick: readonly [bid: string, ask: string],
    filled: readonly [rule: string, openPrice: string, slippage: number] | undefined,
  ]
  const rows: readonly Row[] = [
    ['buy', '1.08300', ['1.08291', '1.08301'], undefined],
    ['buy', '1.08300', ['1.08290', '1.08300'], ['limit_reached', '1.08300', 0]],
    ['buy', '1.08300', ['1.08190', '1.08200'], ['limit_reached', '1.08200', 100]],
    ['buy', '1.08600', ['1.08589', '1.08599'], undefined],
    ['buy', '1.08600', ['1.08590', '1.08600'], ['stop_reached', '1.08600', 0]],
    ['buy', '1.08600', ['1.08690', '1.08700'], ['stop_reached', '1.08700', -100]],
    ['sell', '1.08600', ['1.08599', '1.08609'], undefined],
    ['sell', '1.08600', ['1.08600', '1.08610'], ['limit_reached', '1.08600', 0]],
    ['sell', '1.08600', ['1.08700', '1.08710'], ['limit_reached', '1.08700', 100]],
    ['sell', '1.08300', ['1.08301', '1.08311'], undefined],
    ['sell', '1.08300', ['1.08300', '1.08310'], ['stop_reached', '1.08300', 0]],
    ['sell', '1.08300', ['1.08200', '1.08210'], ['stop_reached', '1.08200', -100]],
    // Placed at the current price: a stop order, evaluated from the next tick on.
    ['buy', '1.08430', ['1.08420', '1.08430'], ['stop_reached', '1.08430', 0]],
    ['buy', '1.08430', ['1.08400', '1.08410'], undefined],
  ]
  for (const [side, target, [bid, ask], filled] of rows)
    test(`to ${side} at ${target} is ${filled === undefined ? 'not filled' : 'filled'} at ${bid} / ${ask}`, () => {
      const trader = createTrader({ prices })
      const placed = answerOf(trader.place('EURUSD', { side, target }))
      const decision = trader.quote('EURUSD', bid, ask)
      if (filled === undefined) return assert.deepEqual(decision, { kind: 'nothing' })
      const [rule, openPrice, slippage] = filled
      const order = trader.order(1)
      assert.deepEqual(
        [order.status, order.openPrice, order.opened?.rule, order.opened?.slippage, order.opened?.expected],
        ['open', priceOf('EURUSD', openPrice), rule, slippage, placed.openPrice],
      )
      assert.deepEqual(
        [order.placed, order.askedPrice, order.fee],
        [placed.placed, placed.openPrice, 3_000_000],
      )
      assert.equal(trader.account().cash, 100_000_000_000 - 3_000_000)
    })

  test('triggers its stops from the tick after the fill', () => {
    const trader = createTrader({ prices })
    trader.place('EURUSD', { target: '1.08000', stopLoss: '1.07900' })
    trader.quote('EURUSD', '1.07490', '1.07500')
    assert.equal(trader.order(1).status, 'open')
    trader.quote('EURUSD', '1.07490', '1.07500')
    assert.equal(trader.order(1).endCause, 'stop_loss')
  })

  test('without sufficient margin is cancelled with the account figures on the receipt', () => {
    const trader = createTrader({ cash: '1000', prices })
    trader.place('EURUSD', { lots: '0.50' })
    trader.place('EURUSD', { target: '1.08600' })
    trader.quote('EURUSD', '1.08590', '1.08600')
    const { status, endCause, ended, opened, openPrice } = trader.order(2)
    assert.deepEqual(
      [status, endCause, opened, openPrice],
      ['cancelled', 'insufficient_margin', null, priceOf('EURUSD', '1.08600')],
    )
    // Balance 1,000 − 1.50 = 998.50, equity 998.50 + 80. At the mid price 1.08595 the profit is 82.50, and the margin
    // level 1,081 ÷ 542.15 = 199.39 %. Needed: margin 1,086 + fee 3 = 1,089.
    assert.deepEqual(ended?.account, {
      balance: 998_500_000,
      netValue: 1_078_500_000,
      usedMargin: 542_150_000,
      riskRate: 19_939,
      needed: 1_089_000_000,
    })
    assert.deepEqual([ended?.rule, ended?.expected, ended?.slippage], ['insufficient_margin', 108600, null])
  })

  test('is filled after nearer targets, and cancelled if they used up the margin', () => {
    const trader = createTrader({ cash: '1100', prices })
    for (const target of ['1.08600', '1.08500', '1.08550']) trader.place('EURUSD', { target })
    trader.quote('EURUSD', '1.08690', '1.08700')
    assert.deepEqual(
      [1, 2, 3].map((id) => trader.order(id).status),
      ['cancelled', 'open', 'cancelled'],
    )
  })

  test('whose target was already reached is filled first, then by age', () => {
    const trader = createTrader({ cash: '1100', prices })
    trader.place('EURUSD', { target: '1.08431' })
    trader.state('EURUSD', 'closed')
    trader.quote('EURUSD', '1.08590', '1.08600')
    trader.state('EURUSD', 'open')
    trader.place('EURUSD', { target: '1.08600' })
    trader.place('EURUSD', { target: '1.08601' })
    trader.quote('EURUSD', '1.08595', '1.08605')
    assert.deepEqual(
      [1, 2, 3].map((id) => trader.order(id).status),
      ['open', 'cancelled', 'cancelled'],
    )
  })

  test('can use margin released by a stop on the same tick', () => {
    const trader = createTrader({ cash: '1100', prices })
    trader.place('EURUSD', { takeProfit: '1.08600' })
    trader.place('EURUSD', { target: '1.08600' })
    trader.quote('EURUSD', '1.08600', '1.08610')
    assert.deepEqual([trader.order(1).endCause, trader.order(2).status], ['take_profit', 'open'])
  })

  test('stays pending without a conversion rate', () => {
    const trader = createTrader({
      prices: { EURGBP: ['0.85000', '0.85010'], GBPUSD: ['1.27000', '1.27010'] },
    })
    answerOf(trader.place('EURGBP', { target: '0.84000' }))
    const board = createTestBoard({ EURGBP: ['0.83000', '0.83010'] })
    const tick = { kind: 'judge_tick', userId: 7, marketId: marketOf('EURGBP').id, before: null } as const
    const context = { ...trader.context(), board }
    assert.equal(reasonOf(decide(trader.account(), tick, context)), 'nothing')
    board.quote('GBPUSD', '1.30000', '1.30010')
    const { effects } = decidedOf(decide(trader.account(), tick, context))
    assert.deepEqual([effects.orders[0]?.status, effects.orders[0]?.opened?.rate], ['open', 1_300_050_000])
  })
})
