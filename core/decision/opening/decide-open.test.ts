import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Ticket } from '#core/decision/command.ts'
import { formatMicros } from '#core/money/micros.ts'
import { formatPrice } from '#core/money/price.ts'
import { answerOf, decidedOf, reasonOf, refusalOf } from '#test/trading/outcome.ts'
import { marketOf, type Prices, priceOf } from '#test/trading/prices.ts'
import { createTrader, usd } from '#test/trading/trader.ts'

describe('what an order costs and brings', () => {
  type Row = readonly [
    code: string,
    ticket: Partial<Ticket>,
    opens: Prices,
    closes: Prices,
    margin: string,
    fee: string,
    profit: string,
  ]
  const pound = { GBPUSD: ['1.26995', '1.27005'] } as const
  const euro = { EURUSD: ['1.07995', '1.08005'] } as const
  const rows: readonly Row[] = [
    // 100,000 × 1.08427 ÷ 100; 0.00093 × 100,000.
    [
      'EURUSD',
      { side: 'buy', lots: '1', leverage: 100 },
      { EURUSD: ['1.08420', '1.08427'] },
      { EURUSD: ['1.08520', '1.08527'] },
      '1084.270000',
      '3.000000',
      '93.000000',
    ],
    // A yen is 1 ÷ 150.005, then 1 ÷ 149.495. 7,500,000 JPY × 0.006666444 ÷ 100; 25,000 JPY × 0.006689187.
    [
      'USDJPY',
      { side: 'sell', lots: '0.50', leverage: 100 },
      { USDJPY: ['150.000', '150.010'] },
      { USDJPY: ['149.490', '149.500'] },
      '499.983300',
      '1.500000',
      '167.229675',
    ],
    // 85,010 GBP × 1.27 ÷ 100; 90 GBP × 1.27.
    [
      'EURGBP',
      { side: 'buy', lots: '1', leverage: 100 },
      { EURGBP: ['0.85000', '0.85010'], ...pound },
      { EURGBP: ['0.85100', '0.85110'] },
      '1079.627000',
      '3.000000',
      '114.300000',
    ],
    // 200 ounces × 4200.50 ÷ 200; −10.25 × 200.
    [
      'XAUUSD',
      { side: 'buy', lots: '2', leverage: 200 },
      { XAUUSD: ['4200.20', '4200.50'] },
      { XAUUSD: ['4190.25', '4190.55'] },
      '4200.500000',
      '12.000000',
      '-2050.000000',
    ],
    // 1.5 × 25,200.0 EUR × 1.08 ÷ 100; 49.5 × 1.5 EUR × 1.08.
    [
      'GER40',
      { side: 'sell', lots: '1.5', leverage: 100 },
      { GER40: ['25200.0', '25201.0'], ...euro },
      { GER40: ['25149.5', '25150.5'] },
      '408.240000',
      '0.375000',
      '80.190000',
    ],
    // 0.25 × 95,000.10 ÷ 10; 499.90 × 0.25.
    [
      'BTCUSD',
      { side: 'buy', lots: '0.25', leverage: 10 },
      { BTCUSD: ['94990.00', '95000.10'] },
      { BTCUSD: ['95500.00', '95510.00'] },
      '2375.002500',
      '5.000000',
      '124.975000',
    ],
    // A penny is 0.0127. 300 × 1,150.0 × 0.0127 ÷ 5; 9.5 × 300 × 0.0127.
    [
      'HSBA.L',
      { side: 'sell', lots: '300', leverage: 5 },
      { 'HSBA.L': ['1150.0', '1150.5'], ...pound },
      { 'HSBA.L': ['1140.0', '1140.5'] },
      '876.300000',
      '6.000000',
      '36.195000',
    ],
    // Fixed: 0.5 × 10,000, whatever the price and the leverage; −0.050 × 5,000.
    [
      'NGAS',
      { side: 'buy', lots: '0.5', leverage: 50 },
      { NGAS: ['3.798', '3.800'] },
      { NGAS: ['3.750', '3.752'] },
      '5000.000000',
      '1.500000',
      '-250.000000',
    ],
  ]
  for (const [code, ticket, opens, closes, margin, fee, profit] of rows)
    test(`${ticket.side} ${ticket.lots} ${code}: margin ${margin}, fee ${fee}, profit ${profit}`, () => {
      const trader = createTrader({ prices: opens })
      const order = answerOf(trader.place(code, ticket))
      assert.deepEqual([formatMicros(order.margin), formatMicros(order.fee)], [margin, fee])
      assert.equal(trader.account().cash, 100_000_000_000 - order.fee)
      for (const [moved, [bid, ask]] of Object.entries(closes)) trader.quote(moved, bid, ask)
      const ended = answerOf(trader.close(order.id))
      assert.equal(ended.profit === null ? null : formatMicros(ended.profit), profit)
      assert.equal(trader.account().cash, 100_000_000_000 - order.fee + (ended.profit ?? 0))
    })

  test('a fee that is a share of the margin is taken of the margin as it was rounded', () => {
    const trader = createTrader({ feeMode: 'share_of_margin', prices: { EURUSD: ['1.08420', '1.08427'] } })
    // 1,084.27 × 0.003.
    assert.equal(formatMicros(answerOf(trader.place('EURUSD', {})).fee), '3.252810')
  })
})

const euroDollar = { EURUSD: ['1.08420', '1.08430'] } as const

describe('an order at market', () => {
  test('opens at the ask to buy and at the bid to sell, and says so on its receipt', () => {
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
    const quote = { marketId: 101, bid: 108420, ask: 108430, timeMs: 2000, seq: 2 }
    const shared = { rule: 'market_order', quote, feed: 'test', rate: 1_000_000_000, account: null }
    assert.deepEqual(buy.opened, { ...shared, expected: 108435, slippage: 5 })
    assert.deepEqual(sell.opened, { ...shared, expected: 108421, slippage: -1 })
    assert.deepEqual(buy.placed, buy.opened)
  })

  test('without a seen price has nothing to be compared with', () => {
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
    test(`a ${side} seen at ${seen} with ${deviation} steps to spare is ${outcome}`, () => {
      const trader = createTrader({ prices: euroDollar })
      assert.equal(reasonOf(trader.place('EURUSD', { side, seen, deviation })), outcome)
    })

  test('needs exactly its margin and its fee', () => {
    // 100,000 × 1.08430 ÷ 100 and 3.
    const enough = createTrader({ cash: '1087.3', prices: euroDollar })
    const short = createTrader({ cash: '1087.299999', prices: euroDollar })
    assert.equal(reasonOf(enough.place('EURUSD', {})), 'decided')
    assert.deepEqual(refusalOf(short.place('EURUSD', {})), {
      kind: 'refused',
      reason: 'insufficient_margin',
      figures: { needed: '1087.300000', available: '1087.299999' },
    })
  })

  test('is paid for by the profit of others, even where that takes cash below zero', () => {
    const trader = createTrader({ cash: '1087.30', prices: euroDollar })
    trader.place('EURUSD', {})
    assert.equal(reasonOf(trader.place('EURUSD', { lots: '0.01' })), 'insufficient_margin')
    trader.quote('EURUSD', '1.20000', '1.20010')
    const all = { amount: usd('1084.30'), reference: 'all', known: null }
    decidedOf(trader.ask({ kind: 'request_withdrawal', ...all }))
    decidedOf(trader.place('EURUSD', {}))
    assert.equal(formatMicros(trader.account().cash), '-3.000000')
  })
})

describe('an order with a target', () => {
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

  test('takes its stops from its target, not from the price there is', () => {
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

  test('has nothing to do with a price that was seen', () => {
    const trader = createTrader({ prices: euroDollar })
    const order = answerOf(trader.place('EURUSD', { target: '1.05', seen: '1.00000' }))
    assert.equal(order.askedPrice, 105000)
  })
})

describe('lots as they are typed', () => {
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
    test(`${JSON.stringify(lots)} of ${code} are ${outcome}`, () => {
      const trader = createTrader({ cash: '1000000', prices })
      const leverage = marketOf(code).leverages.at(-1) ?? 1
      assert.equal(reasonOf(trader.place(code, { lots, leverage })), outcome)
    })
})

test('the highest price there can be is a price, one above it is none', () => {
  const trader = createTrader({ prices: { USDJPY: ['150.000', '150.010'] } })
  const target = { lots: '0.01', target: '140737488355.328' }
  assert.equal(reasonOf(trader.place('USDJPY', { ...target, target: '140737488355.329' })), 'invalid_price')
  assert.equal(reasonOf(trader.place('USDJPY', target)), 'notional_limit')
})

test('an order keeps the terms it was placed on', () => {
  const { terms } = answerOf(createTrader({ prices: euroDollar }).place('EURUSD', {}))
  const { id: _, ...market } = marketOf('EURUSD')
  for (const [field, value] of Object.entries(terms))
    if (field !== 'feeMode') assert.deepEqual(value, market[field as keyof typeof market])
  assert.equal(terms.feeMode, 'per_lot')
})
