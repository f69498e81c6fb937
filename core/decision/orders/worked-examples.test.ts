import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Ticket } from '#core/decision/command.ts'
import { formatMicros } from '#core/money/amounts.ts'
import { answerOf } from '#test/trading/decisions.ts'
import type { Prices } from '#test/trading/test-board.ts'
import { createTrader } from '#test/trading/trader.ts'

describe('margin, fee and profit of an order', () => {
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
    // Margin 100,000 × 1.08427 ÷ 100 = 1,084.27. Profit 0.00093 × 100,000 = 93.
    [
      'EURUSD',
      { side: 'buy', lots: '1', leverage: 100 },
      { EURUSD: ['1.08420', '1.08427'] },
      { EURUSD: ['1.08520', '1.08527'] },
      '1084.270000',
      '3.000000',
      '93.000000',
    ],
    // Margin 7,500,000 JPY × 0.006666444 (1 ÷ 150.005) ÷ 100 = 499.9833.
    // Profit 25,000 JPY × 0.006689187 (1 ÷ 149.495) = 167.229675.
    [
      'USDJPY',
      { side: 'sell', lots: '0.50', leverage: 100 },
      { USDJPY: ['150.000', '150.010'] },
      { USDJPY: ['149.490', '149.500'] },
      '499.983300',
      '1.500000',
      '167.229675',
    ],
    // Margin 85,010 GBP × 1.27 ÷ 100 = 1,079.627. Profit 90 GBP × 1.27 = 114.30.
    [
      'EURGBP',
      { side: 'buy', lots: '1', leverage: 100 },
      { EURGBP: ['0.85000', '0.85010'], ...pound },
      { EURGBP: ['0.85100', '0.85110'] },
      '1079.627000',
      '3.000000',
      '114.300000',
    ],
    // Margin 200 ounces × 4,200.50 ÷ 200 = 4,200.50. Profit −10.25 × 200 = −2,050.
    [
      'XAUUSD',
      { side: 'buy', lots: '2', leverage: 200 },
      { XAUUSD: ['4200.20', '4200.50'] },
      { XAUUSD: ['4190.25', '4190.55'] },
      '4200.500000',
      '12.000000',
      '-2050.000000',
    ],
    // Margin 1.5 × 25,200.0 EUR × 1.08 ÷ 100 = 408.24. Profit 49.5 points × 1.5 EUR × 1.08 = 80.19.
    [
      'GER40',
      { side: 'sell', lots: '1.5', leverage: 100 },
      { GER40: ['25200.0', '25201.0'], ...euro },
      { GER40: ['25149.5', '25150.5'] },
      '408.240000',
      '0.375000',
      '80.190000',
    ],
    // Margin 0.25 × 95,000.10 ÷ 10 = 2,375.0025. Profit 499.90 × 0.25 = 124.975.
    [
      'BTCUSD',
      { side: 'buy', lots: '0.25', leverage: 10 },
      { BTCUSD: ['94990.00', '95000.10'] },
      { BTCUSD: ['95500.00', '95510.00'] },
      '2375.002500',
      '5.000000',
      '124.975000',
    ],
    // One penny is 0.0127 USD. Margin 300 × 1,150.0 × 0.0127 ÷ 5 = 876.30. Profit 9.5 × 300 × 0.0127 = 36.195.
    [
      'HSBA.L',
      { side: 'sell', lots: '300', leverage: 5 },
      { 'HSBA.L': ['1150.0', '1150.5'], ...pound },
      { 'HSBA.L': ['1140.0', '1140.5'] },
      '876.300000',
      '6.000000',
      '36.195000',
    ],
    // Fixed margin 0.5 × 10,000 = 5,000 at any price and leverage. Profit −0.050 × 5,000 = −250.
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

  test('a fee as a share of margin is computed from the rounded margin', () => {
    const trader = createTrader({ feeMode: 'share_of_margin', prices: { EURUSD: ['1.08420', '1.08427'] } })
    // 1,084.27 × 0.003 = 3.25281.
    assert.equal(formatMicros(answerOf(trader.place('EURUSD', {})).fee), '3.252810')
  })
})
