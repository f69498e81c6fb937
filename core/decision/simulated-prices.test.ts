import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Decision } from '#core/decision/decision.ts'
import type { Book } from '#core/ledger/transfer.ts'
import { reasonOf } from '#test/trading/decisions.ts'
import { priceOf } from '#test/trading/test-board.ts'
import { createTrader, type Trader } from '#test/trading/trader.ts'

type Switch = { isBlocked: boolean }

/** Order 1 is open with both stops, order 2 is pending. */
function startTrading(book: Book, control: Switch): Trader {
  const trader = createTrader({
    book,
    prices: { EURUSD: ['1.08000', '1.08010'] },
    isRealOpeningBlocked: () => control.isBlocked,
  })
  trader.place('EURUSD', { side: 'buy', lots: '1', stopLoss: '1.07000', takeProfit: '1.09000' })
  trader.place('EURUSD', { side: 'buy', lots: '1', target: '1.07500' })
  return trader
}

const second = { orderId: 2, wasKnown: true } as const
const amendment = {
  kind: 'amend_order',
  target: '1.07400',
  lots: '1',
  stopLoss: null,
  takeProfit: null,
} as const
const reversal = { kind: 'reverse_order', seen: null, deviation: 0, orderId: 1, wasKnown: true } as const

type Row = readonly [what: string, act: (trader: Trader) => Decision, opens: boolean]

const rows: readonly Row[] = [
  ['a market order', (trader) => trader.place('EURUSD', { side: 'sell', lots: '1' }), true],
  ['a limit order', (trader) => trader.place('EURUSD', { side: 'buy', lots: '1', target: '1.07000' }), true],
  ['a stop order', (trader) => trader.place('EURUSD', { side: 'buy', lots: '1', target: '1.09000' }), true],
  ['a reversal', (trader) => trader.submit(reversal), true],
  ['an amendment', (trader) => trader.submit({ ...amendment, ...second }), true],
  ['a close', (trader) => trader.close(1), false],
  ['a partial close', (trader) => trader.close(1, '0.4'), false],
  [
    'closing many',
    (trader) => trader.submit({ kind: 'close_many', orders: [{ orderId: 1, wasKnown: true }] }),
    false,
  ],
  ['a new stop', (trader) => trader.setStops(1, '1.07100', '1.08900'), false],
  ['the removal of stops', (trader) => trader.setStops(1, null, null), false],
  ['a stop of a pending order', (trader) => trader.setStops(2, '1.06000', null), false],
  ['a cancellation', (trader) => trader.cancel(2), false],
  ['a stop loss', (trader) => trader.quote('EURUSD', '1.06990', '1.07600'), false],
  ['a take profit', (trader) => trader.quote('EURUSD', '1.09000', '1.09010'), false],
]

describe('while real accounts may open nothing', () => {
  for (const book of ['real', 'demo'] as const) {
    for (const isBlocked of [true, false]) {
      for (const [what, act, opens] of rows) {
        const isRefused = isBlocked && book === 'real' && opens
        const state = isBlocked ? 'off' : 'on'
        test(`${what} of a ${book} account is ${isRefused ? 'refused' : 'executed'}, real trades ${state}`, () => {
          const control = { isBlocked: false }
          const trader = startTrading(book, control)
          control.isBlocked = isBlocked
          const before = trader.account()
          assert.equal(reasonOf(act(trader)), isRefused ? 'simulated_prices' : 'decided')
          if (isRefused) assert.equal(trader.account(), before)
        })
      }
    }
  }

  for (const [book, isBlocked, status, cause, rule] of [
    ['real', true, 'cancelled', 'simulated_prices', 'simulated_prices'],
    ['real', false, 'open', null, undefined],
    ['demo', true, 'open', null, undefined],
    ['demo', false, 'open', null, undefined],
  ] as const) {
    test(`a reached pending order of a ${book} account is ${status}, real trades ${isBlocked ? 'off' : 'on'}`, () => {
      const control = { isBlocked: false }
      const trader = startTrading(book, control)
      control.isBlocked = isBlocked
      const { cash } = trader.account()
      trader.quote('EURUSD', '1.07490', '1.07500')
      const order = trader.order(2)
      assert.deepEqual([order.status, order.endCause, order.ended?.rule], [status, cause, rule])
      if (status === 'open') return
      assert.deepEqual([trader.account().cash, [...trader.account().orders.keys()]], [cash, [1]])
      assert.deepEqual(
        [order.opened, order.margin, order.fee, order.openPrice],
        [null, 0, 0, priceOf('EURUSD', '1.07500')],
      )
      assert.deepEqual([order.ended?.expected, order.ended?.slippage], [priceOf('EURUSD', '1.07500'), null])
      assert.equal(order.ended?.quote?.ask, priceOf('EURUSD', '1.07500'))
    })
  }

  test('a pending order that is not reached stays, and opens once real trades are on again', () => {
    const control = { isBlocked: false }
    const trader = startTrading('real', control)
    control.isBlocked = true
    trader.quote('EURUSD', '1.07990', '1.08000')
    assert.equal(trader.order(2).status, 'pending')
    control.isBlocked = false
    trader.quote('EURUSD', '1.07490', '1.07500')
    assert.equal(trader.order(2).status, 'open')
  })

  test('a close-out closes positions and cancels the pending order that the same quote reaches', () => {
    const control = { isBlocked: false }
    const trader = createTrader({
      cash: '3000',
      prices: { EURUSD: ['1.08000', '1.08010'] },
      isRealOpeningBlocked: () => control.isBlocked,
    })
    trader.place('EURUSD', { side: 'buy', lots: '2', leverage: 100 })
    trader.place('EURUSD', { side: 'buy', lots: '0.01', target: '1.07500' })
    control.isBlocked = true
    trader.quote('EURUSD', '1.07000', '1.07010')
    assert.deepEqual([trader.order(1).endCause, trader.order(2).endCause], ['stop_out', 'simulated_prices'])
  })
})
