import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerOf, reasonOf, refusalOf } from '#test/trading/decisions.ts'
import { firstTickMs } from '#test/trading/test-board.ts'
import { createTrader, type Trader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.08420', '1.08430'] } as const

function withOrder(ticket: Parameters<Trader['place']>[1]): Trader {
  const trader = createTrader({ prices })
  answerOf(trader.place('EURUSD', ticket))
  return trader
}

describe('setting stops', () => {
  type Row = readonly [
    ticket: Parameters<Trader['place']>[1],
    stopLoss: string | null,
    takeProfit: string | null,
    wrong: Readonly<Record<string, string>> | undefined,
  ]
  const atTarget = { target: '1.10000' }
  const rows: readonly Row[] = [
    [{ side: 'buy' }, '1.08419', '1.08421', undefined],
    [{ side: 'buy' }, '1.08420', null, { field: 'stop_loss', nearest: '1.08419' }],
    [{ side: 'buy' }, null, '1.08420', { field: 'take_profit', nearest: '1.08421' }],
    [{ side: 'buy' }, '1.09', '1.08', { field: 'stop_loss', nearest: '1.08419' }],
    [{ side: 'sell' }, '1.08431', '1.08429', undefined],
    [{ side: 'sell' }, '1.08430', null, { field: 'stop_loss', nearest: '1.08431' }],
    [{ side: 'sell' }, null, '1.08430', { field: 'take_profit', nearest: '1.08429' }],
    [{ side: 'buy', ...atTarget }, '1.09999', '1.10001', undefined],
    [{ side: 'buy', ...atTarget }, '1.10000', null, { field: 'stop_loss', nearest: '1.09999' }],
    [{ side: 'sell', ...atTarget }, null, '1.10000', { field: 'take_profit', nearest: '1.09999' }],
    [{ side: 'buy' }, null, null, undefined],
  ]
  for (const [ticket, stopLoss, takeProfit, wrong] of rows)
    test(`of a ${ticket.side} ${ticket.target ?? 'at market'} to ${stopLoss} and ${takeProfit}`, () => {
      const trader = withOrder(ticket)
      const decision = trader.setStops(1, stopLoss, takeProfit)
      if (wrong !== undefined) assert.deepEqual(refusalOf(decision).figures, wrong)
      else {
        const order = answerOf(decision)
        const steps = [stopLoss, takeProfit].map((text) =>
          text === null ? null : Math.round(Number(text) * 1e5),
        )
        assert.deepEqual([order.stopLoss, order.takeProfit], steps)
      }
    })

  test('accepts unchanged and removed stops without checks, even in a closed market', () => {
    const trader = withOrder({ stopLoss: '1.08000', takeProfit: '1.09000' })
    trader.state('EURUSD', 'closed')
    trader.quote('EURUSD', '1.07000', '1.07010')
    const order = answerOf(trader.setStops(1, '1.080', null))
    assert.deepEqual([order.stopLoss, order.takeProfit], [108000, null])
    assert.equal(answerOf(trader.setStops(1, null, null)).stopLoss, null)
  })

  test('checks a new stop for its format, then the market state, then its side', () => {
    const trader = withOrder({ stopLoss: '1.08000' })
    trader.state('EURUSD', 'closed')
    assert.deepEqual(refusalOf(trader.setStops(1, 'x', 'y')).figures, { field: 'stop_loss' })
    assert.deepEqual(refusalOf(trader.setStops(1, '1.08000', 'y')).figures, { field: 'take_profit' })
    assert.equal(reasonOf(trader.setStops(1, '1.08000', '1.00000')), 'market_closed')
    trader.state('EURUSD', 'stale')
    assert.equal(reasonOf(trader.setStops(1, '1.08000', '1.00000')), 'stale_price')
    trader.state('EURUSD', 'open')
    assert.equal(reasonOf(trader.setStops(1, '1.08000', '1.00000')), 'stop_wrong_side')
    assert.equal(trader.order(1).takeProfit, null)
  })

  test('is refused for an unknown and an ended order', () => {
    const trader = withOrder({})
    trader.close(1)
    assert.equal(reasonOf(trader.setStops(1, null, null)), 'order_not_open')
    assert.equal(reasonOf(trader.setStops(9, null, null)), 'order_not_found')
  })
})

describe('cancelling', () => {
  test('ends a pending order, even in a closed market, with the last quote on the receipt', () => {
    const trader = withOrder({ target: '1.00000' })
    trader.state('EURUSD', 'closed')
    const order = answerOf(trader.cancel(1))
    assert.deepEqual([order.status, order.endCause, order.openPrice], ['cancelled', 'user', 100000])
    assert.deepEqual(order.ended, {
      rule: 'cancelled_by_user',
      quote: { marketId: 101, bid: 108420, ask: 108430, timeMs: firstTickMs + 2000, seq: 2 },
      feed: 'test',
      knownSeq: 3,
      rate: null,
      expected: null,
      slippage: null,
      account: null,
    })
  })

  test('is refused for an open, an unknown and an ended order', () => {
    const trader = withOrder({})
    answerOf(trader.place('EURUSD', { target: '1.00000' }))
    assert.equal(reasonOf(trader.cancel(1)), 'order_not_open')
    assert.equal(reasonOf(trader.cancel(9)), 'order_not_found')
    assert.equal(reasonOf(trader.cancel(2)), 'decided')
    assert.equal(reasonOf(trader.cancel(2)), 'order_not_open')
  })
})
