import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decide } from '#core/decision/decide.ts'
import { formatMicros } from '#core/money/amounts.ts'
import { answerOf, decidedOf, reasonOf, refusalOf } from '#test/trading/decisions.ts'
import { firstTickMs } from '#test/trading/test-board.ts'
import { createTrader } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.08420', '1.08430'], US30: ['49500.0', '49501.0'] } as const

describe('closing an order', () => {
  test('posts the profit and records quote, rate and rule on the receipt', () => {
    const trader = createTrader({ prices })
    trader.place('EURUSD', { side: 'sell' })
    trader.quote('EURUSD', '1.08300', '1.08310')
    const decision = decidedOf(trader.close(1))
    const order = answerOf(decision)
    assert.deepEqual(
      [order.status, order.closePrice, order.endCause, order.profit, order.endedAtMs === null],
      ['closed', 108310, 'user', 110_000_000, false],
    )
    assert.deepEqual(order.ended, {
      rule: 'closed_by_user',
      quote: { marketId: 101, bid: 108300, ask: 108310, timeMs: firstTickMs + 5000, seq: 5 },
      feed: 'test',
      knownSeq: 5,
      rate: 1_000_000_000,
      expected: null,
      slippage: null,
      account: null,
    })
    assert.deepEqual(decision.effects.transfers, [
      {
        source: 'trading',
        destination: 'cash',
        amount: 110_000_000,
        type: 'trade_profit',
        reference: 'order:1',
        orderId: 1,
      },
    ])
  })

  test('posts a loss to the house and no transfer for a zero profit', () => {
    const trader = createTrader({ prices })
    trader.place('EURUSD', {})
    trader.place('EURUSD', {})
    const [loss] = decidedOf(trader.close(1)).effects.transfers
    assert.deepEqual([loss?.source, loss?.destination, loss?.amount], ['cash', 'trading', 10_000_000])
    trader.quote('EURUSD', '1.08430', '1.08440')
    assert.deepEqual(decidedOf(trader.close(2)).effects.transfers, [])
  })

  test('is refused for an unknown, an ended and a pending order', () => {
    const trader = createTrader({ prices })
    trader.place('EURUSD', {})
    trader.place('EURUSD', { target: '1.00000' })
    trader.close(1)
    assert.equal(reasonOf(trader.close(3, 'x')), 'order_not_found')
    assert.equal(reasonOf(trader.close(1, 'x')), 'order_not_open')
    assert.equal(reasonOf(trader.close(2, 'x')), 'order_not_open')
  })

  test('is refused for its lots before the market state', () => {
    const trader = createTrader({ prices })
    trader.place('EURUSD', {})
    trader.state('EURUSD', 'closed')
    assert.equal(reasonOf(trader.close(1, '2')), 'invalid_lots')
    assert.equal(reasonOf(trader.close(1)), 'market_closed')
    trader.state('EURUSD', 'stale')
    assert.equal(reasonOf(trader.close(1)), 'stale_price')
    trader.state('EURUSD', 'open')
    assert.equal(reasonOf(trader.close(1)), 'decided')
  })

  type Row = readonly [code: string, has: string, part: string, outcome: string]
  const rows: readonly Row[] = [
    ['EURUSD', '1', '0.99', 'decided'],
    ['EURUSD', '1', '1', 'decided'],
    ['EURUSD', '1', '1.01', 'invalid_lots'],
    ['EURUSD', '1', '0', 'invalid_lots'],
    ['EURUSD', '1', '-0.5', 'invalid_lots'],
    ['EURUSD', '1', '0.005', 'invalid_lots'],
    ['EURUSD', '1', 'half', 'invalid_lots'],
    ['EURUSD', '1', '99999999999999999999', 'invalid_lots'],
    ['US30', '0.3', '0.2', 'decided'],
    ['US30', '0.3', '0.25', 'invalid_lots'],
  ]
  for (const [code, has, part, outcome] of rows)
    test(`${JSON.stringify(part)} of ${has} ${code} is ${outcome}`, () => {
      const trader = createTrader({ prices })
      trader.place(code, { lots: has })
      assert.equal(reasonOf(trader.close(1, part)), outcome)
    })

  test('must leave at least the minimum lots of its terms', () => {
    const trader = createTrader({ prices })
    const order = answerOf(trader.place('EURUSD', { lots: '0.10' }))
    const terms = { ...order.terms, leastLots: 5 as typeof order.lots }
    const orders = new Map([[1, { ...order, terms }]])
    const account = { ...trader.account(), orders }
    const outcomes = ['0.05', '0.06', '0.10'].map((lots) => {
      const command = { kind: 'close_order', userId: 7, orderId: 1, wasKnown: true, lots } as const
      return decide(account, command, trader.context())
    })
    assert.deepEqual(outcomes.map(reasonOf), ['decided', 'invalid_lots', 'decided'])
    assert.deepEqual(refusalOf(outcomes[1] ?? { kind: 'nothing' }).figures, { step: '0.01', least: '0.05' })
  })
})

describe('a partial close', () => {
  test('keeps the id for the rest and gives the closed part a new one', () => {
    const trader = createTrader({ prices })
    // Margin 300,000 × 1.08430 ÷ 100 = 3,252.90, fee 9. The rest keeps two thirds of both.
    const before = answerOf(trader.place('EURUSD', { lots: '3', stopLoss: '1.00000' }))
    trader.quote('EURUSD', '1.08530', '1.08540')
    const { answer, effects } = decidedOf(trader.close(1, '1'))
    const [part, rest] = answer
    assert.deepEqual(
      [part?.id, part?.parentId, part?.status, part?.lots, part?.profit, part?.opened],
      [2, 1, 'closed', 100, 100_000_000, before.opened],
    )
    assert.deepEqual(rest, { ...before, lots: 200, margin: 2_168_600_000, fee: 6_000_000 })
    assert.deepEqual([part?.margin, part?.fee], [1_084_300_000, 3_000_000])
    assert.deepEqual(effects.orders, [rest, part])
    assert.deepEqual(trader.account().orders.get(1), rest)
    assert.equal(trader.account().orders.has(2), false)
  })

  test('rounds the margin and fee of the rest half to even, and gives the part the difference', () => {
    const trader = createTrader({ feeMode: 'share_of_margin', prices: { EURUSD: ['1.08420', '1.08431'] } })
    // 30,000 × 1.08431 ÷ 400 = 81.32325. 0.3 % of that is 0.24396975, rounded to 0.243970.
    const order = answerOf(trader.place('EURUSD', { lots: '0.30', leverage: 400 }))
    assert.deepEqual([order.margin, order.fee], [81_323_250, 243_970])
    const [part, rest] = decidedOf(trader.close(1, '0.07')).answer
    // The rest keeps 0.23 of 0.30 lots: 81,323,250 × 23 ÷ 30 = 62,347,825 and 243,970 × 23 ÷ 30 = 187,043.67.
    assert.deepEqual([rest?.margin, rest?.fee], [62_347_825, 187_044])
    assert.deepEqual([part?.margin, part?.fee], [18_975_425, 56_926])
  })
})

describe('a write-off', () => {
  test('sets a negative balance to zero when the last order closes', () => {
    const trader = createTrader({ cash: '1100', prices })
    trader.place('EURUSD', {})
    trader.place('EURUSD', { target: '1.00000' })
    trader.state('EURUSD', 'stale')
    trader.quote('EURUSD', '1.05000', '1.05010')
    trader.state('EURUSD', 'open')
    const { effects } = decidedOf(trader.close(1))
    // Balance 1,100 − fee 3 − loss 3,430 = −2,333.
    assert.deepEqual(
      effects.transfers.map(({ source, destination, type, amount }) => [source, destination, type, amount]),
      [
        ['cash', 'trading', 'trade_profit', 3_430_000_000],
        ['write_offs', 'cash', 'write_off', 2_333_000_000],
      ],
    )
    assert.deepEqual([trader.account().cash, trader.account().isWarned], [0, false])
  })

  test('does not happen while another order is open', () => {
    const trader = createTrader({ cash: '1300', prices })
    trader.place('EURUSD', { leverage: 200 })
    trader.place('EURUSD', { lots: '0.01' })
    trader.state('EURUSD', 'stale')
    trader.quote('EURUSD', '1.05000', '1.05010')
    trader.state('EURUSD', 'open')
    trader.close(1)
    assert.equal(formatMicros(trader.account().cash), '-2133.030000')
    trader.close(2)
    assert.equal(trader.account().cash, 0)
  })
})
