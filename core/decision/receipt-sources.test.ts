import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decide } from '#core/decision/decide.ts'
import { decidedOf } from '#test/trading/decisions.ts'
import { createTestBoard } from '#test/trading/test-board.ts'
import { createTrader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.08420', '1.08430'], US30: ['49500.0', '49501.0'] } as const
const sources = { EURUSD: 'forex:1', US30: 'indices:2' } as const

function receiptsOf(trader: ReturnType<typeof createTrader>, id: number) {
  const { placed, opened, ended } = trader.order(id)
  return [placed.feed, opened?.feed, ended?.feed]
}

describe('a receipt names the source of its own quote', () => {
  test('when the user places, cancels and closes orders in markets of two sources', () => {
    const trader = createTrader({ prices, sources })
    trader.place('EURUSD', { lots: '0.1' })
    trader.place('US30', { lots: '0.1' })
    trader.place('EURUSD', { lots: '0.1', target: '1.00000' })
    trader.cancel(3)
    decidedOf(trader.close(1))
    decidedOf(trader.close(2))
    assert.deepEqual(receiptsOf(trader, 1), ['forex:1', 'forex:1', 'forex:1'])
    assert.deepEqual(receiptsOf(trader, 2), ['indices:2', 'indices:2', 'indices:2'])
    assert.deepEqual(receiptsOf(trader, 3), ['forex:1', undefined, 'forex:1'])
  })

  test('when a tick of one source fills an order that another source quoted at its placement', () => {
    const trader = createTrader({ prices, sources })
    trader.place('EURUSD', { lots: '0.1', target: '1.08000' })
    const board = createTestBoard({ EURUSD: ['1.07980', '1.07990'] }, { EURUSD: 'spare:3' })
    const tick = { kind: 'judge_tick', userId: 7, marketId: 101, before: null } as const
    const { effects } = decidedOf(decide(trader.account(), tick, { ...trader.context(), board }))
    const [filled] = effects.orders
    assert.deepEqual([filled?.placed.feed, filled?.opened?.feed], ['forex:1', 'spare:3'])
  })

  test('when a demo reset closes orders in markets of two sources', () => {
    const trader = createTrader({ book: 'demo', prices, sources })
    trader.place('EURUSD', { lots: '0.1' })
    trader.place('US30', { lots: '0.1' })
    trader.submit({ kind: 'reset_demo' })
    assert.deepEqual([receiptsOf(trader, 1)[2], receiptsOf(trader, 2)[2]], ['forex:1', 'indices:2'])
  })

  test('and its quote does not repeat it', () => {
    const trader = createTrader({ prices, sources })
    trader.place('EURUSD', { lots: '0.1' })
    assert.deepEqual(Object.keys(trader.order(1).placed.quote ?? {}), [
      'marketId',
      'bid',
      'ask',
      'timeMs',
      'seq',
    ])
    const { valuedOn } = decidedOf(trader.setStops(1, '1.00000', null))
    assert.deepEqual(valuedOn?.quote, trader.order(1).placed.quote)
  })
})
