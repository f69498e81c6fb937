import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatMicros, formatPrice } from '#core/money/amounts.ts'
import { answerOf, decidedOf, reasonOf, refusalOf } from '#test/trading/decisions.ts'
import { firstTickMs, marketOf, priceOf } from '#test/trading/test-board.ts'
import { createTrader, usd } from '#test/trading/trader.ts'

const euroDollar = { EURUSD: ['1.08420', '1.08430'] } as const

describe('a market order', () => {
  test('opens a buy at the ask and a sell at the bid, and records it on the receipt', () => {
    const trader = createTrader({ prices: euroDollar })
    const buy = answerOf(trader.place('EURUSD', { side: 'buy', seen: '1.08435', stopLoss: '1.08419' }))
    const sell = answerOf(trader.place('EURUSD', { side: 'sell', seen: '1.08421', deviation: 1 }))
    assert.deepEqual(
      [buy, sell].map(({ openPrice, askedPrice, kind, status }) => ({ openPrice, askedPrice, kind, status })),
      [
        { openPrice: 108430, askedPrice: 108435, kind: 'market', status: 'open' },
        { openPrice: 108420, askedPrice: 108421, kind: 'market', status: 'open' },
      ],
    )
    const quote = { marketId: 101, bid: 108420, ask: 108430, timeMs: firstTickMs + 2000, seq: 2 }
    const shared = {
      rule: 'market_order',
      quote,
      feed: 'test',
      knownSeq: 2,
      rate: 1_000_000_000,
      account: null,
    }
    assert.deepEqual(buy.opened, { ...shared, expected: 108435, slippage: 5 })
    assert.deepEqual(sell.opened, { ...shared, expected: 108421, slippage: -1 })
    assert.deepEqual(buy.placed, buy.opened)
  })

  test('without a seen price has no slippage and is never refused as moved', () => {
    const { opened, askedPrice } = answerOf(createTrader({ prices: euroDollar }).place('EURUSD', {}))
    assert.deepEqual([opened?.expected, opened?.slippage, askedPrice], [null, null, null])
  })

  type Moved = readonly [side: 'buy' | 'sell', seen: string, deviation: number, outcome: string]
  const moves: readonly Moved[] = [
    ['buy', '1.08430', 0, 'decided'],
    ['buy', '1.08429', 0, 'price_moved'],
    ['buy', '1.08425', 5, 'decided'],
    ['buy', '1.08424', 5, 'price_moved'],
    ['buy', '1.09000', 0, 'decided'],
    ['sell', '1.08420', 0, 'decided'],
    ['sell', '1.08421', 0, 'price_moved'],
    ['sell', '1.08425', 5, 'decided'],
    ['sell', '1.08426', 5, 'price_moved'],
    ['sell', '1.08000', 0, 'decided'],
    ['sell', '1.08426', Number.MAX_SAFE_INTEGER, 'decided'],
  ]
  for (const [side, seen, deviation, outcome] of moves)
    test(`a ${side} seen at ${seen} with a deviation of ${deviation} steps is ${outcome}`, () => {
      const trader = createTrader({ prices: euroDollar })
      assert.equal(reasonOf(trader.place('EURUSD', { side, seen, deviation })), outcome)
    })

  test('needs free margin of exactly margin plus fee', () => {
    // Margin 100,000 × 1.08430 ÷ 100 = 1,084.30, plus a fee of 3.
    const enough = createTrader({ cash: '1087.3', prices: euroDollar })
    const short = createTrader({ cash: '1087.299999', prices: euroDollar })
    assert.equal(reasonOf(enough.place('EURUSD', {})), 'decided')
    assert.deepEqual(refusalOf(short.place('EURUSD', {})), {
      kind: 'refused',
      reason: 'insufficient_margin',
      figures: { needed: '1087.300000', available: '1087.299999' },
    })
  })

  test('can be covered by floating profit, even if the fee makes the balance negative', () => {
    const trader = createTrader({ cash: '1087.30', prices: euroDollar })
    trader.place('EURUSD', {})
    assert.equal(reasonOf(trader.place('EURUSD', { lots: '0.01' })), 'insufficient_margin')
    trader.quote('EURUSD', '1.20000', '1.20010')
    const all = { amount: usd('1084.30'), reference: 'all', known: null }
    decidedOf(trader.submit({ kind: 'request_withdrawal', ...all }))
    decidedOf(trader.place('EURUSD', {}))
    assert.equal(formatMicros(trader.account().cash), '-3.000000')
  })
})

describe('a pending order', () => {
  type Row = readonly [side: 'buy' | 'sell', target: string, kind: string]
  const rows: readonly Row[] = [
    ['buy', '1.08429', 'limit'],
    ['buy', '1.08430', 'stop'],
    ['buy', '1.08431', 'stop'],
    ['sell', '1.08421', 'limit'],
    ['sell', '1.08420', 'stop'],
    ['sell', '1.08419', 'stop'],
  ]
  for (const [side, target, kind] of rows)
    test(`to ${side} at ${target} is a ${kind}`, () => {
      const trader = createTrader({ cash: '0', prices: euroDollar })
      const decision = decidedOf(trader.place('EURUSD', { side, target }))
      const order = answerOf(decision)
      assert.deepEqual(decision.effects.transfers, [])
      assert.deepEqual(
        [order.kind, order.status, formatPrice(order.openPrice, 5), order.margin, order.fee, order.opened],
        [kind, 'pending', target, 0, 0, null],
      )
      const { rule, expected, slippage, rate } = order.placed
      assert.deepEqual(
        [rule, expected, slippage, rate],
        ['pending_order', priceOf('EURUSD', target), null, 1_000_000_000],
      )
    })

  test('compares its stops with its target, not with the current price', () => {
    const trader = createTrader({ prices: euroDollar })
    const below = { target: '1.05', stopLoss: '1.04999', takeProfit: '1.05001' }
    assert.equal(reasonOf(trader.place('EURUSD', below)), 'decided')
    assert.deepEqual(refusalOf(trader.place('EURUSD', { ...below, stopLoss: '1.05' })).figures, {
      field: 'stop_loss',
      nearest: '1.04999',
    })
    assert.deepEqual(refusalOf(trader.place('EURUSD', { ...below, side: 'sell' })).figures, {
      field: 'stop_loss',
      nearest: '1.05001',
    })
  })

  test('with a target of one step gets no nearest stop loss in the refusal', () => {
    const lowest = { target: '0.00001', stopLoss: '0.00001', lots: '0.01' }
    const refusal = refusalOf(createTrader({ prices: euroDollar }).place('EURUSD', lowest))
    assert.deepEqual([refusal.reason, refusal.figures], ['stop_wrong_side', { field: 'stop_loss' }])
  })

  test('ignores the seen price', () => {
    const trader = createTrader({ prices: euroDollar })
    const order = answerOf(trader.place('EURUSD', { target: '1.05', seen: '1.00000' }))
    assert.equal(order.askedPrice, 105000)
  })
})

test('an order keeps the market terms of its placement', () => {
  const { terms } = answerOf(createTrader({ prices: euroDollar }).place('EURUSD', {}))
  const { id: _, ...market } = marketOf('EURUSD')
  for (const [field, value] of Object.entries(terms))
    if (field !== 'feeMode') assert.deepEqual(value, market[field as keyof typeof market])
  assert.equal(terms.feeMode, 'per_lot')
})
