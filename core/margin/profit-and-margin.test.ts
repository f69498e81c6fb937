import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  notionalValue,
  profitAt,
  profitAtMid,
  requiredMargin,
  tradeFee,
} from '#core/margin/profit-and-margin.ts'
import { formatMicros, micros, rate } from '#core/money/amounts.ts'
import type { FeeMode, Side } from '#core/order/order.ts'
import { at, dollars, perUnit, seeded, size } from '#test/margin/decimal-inputs.ts'

describe('profit, margin and notional', () => {
  describe('the profit of an order', () => {
    const rows: readonly (readonly [string, Side, string, string, string, string, string])[] = [
      // Columns: market, side, lots, open, close, quote currency in USD, profit in USD.
      // 0.00008 × 0.5 × 100,000 = 4
      ['EURUSD', 'buy', '0.50', '1.08427', '1.08435', '1', '4.000000'],
      // −0.00100 × 100,000 = −100
      ['EURUSD', 'sell', '1.00', '1.08427', '1.08527', '1', '-100.000000'],
      // 0.500 × 0.1 × 100,000 = 5,000 JPY; × 0.006666667 = 33.333335
      ['USDJPY', 'buy', '0.10', '150.250', '150.750', '0.006666667', '33.333335'],
      // 0.00346 × 0.25 × 100,000 = 86.5 CHF; × 1.140836233 = 98.6823341545
      ['USDCHF', 'sell', '0.25', '0.88000', '0.87654', '1.140836233', '98.682334'],
      // −0.00068 × 100,000 = −68 GBP; × 1.335 = −90.78
      ['EURGBP', 'buy', '1.00', '0.85768', '0.85700', '1.335', '-90.780000'],
      // 0.269 × 0.03 × 100,000 = 807 JPY; × 0.00623053 = 5.02803771
      ['GBPJPY', 'sell', '0.03', '214.268', '213.999', '0.00623053', '5.028038'],
      // 10.37 × 0.01 × 100 ounces = 10.37
      ['XAUUSD', 'buy', '0.01', '4200.00', '4210.37', '1', '10.370000'],
      // −12.5 points × 0.1 × 1 = −1.25
      ['US30', 'sell', '0.10', '49500.0', '49512.5', '1', '-1.250000'],
      // 33.3 points × 2.5 = 83.25 EUR; × 1.145 = 95.32125
      ['GER40', 'buy', '2.50', '25200.0', '25233.3', '1.145', '95.321250'],
      // 1 point × 500 = 500 JPY; × 0.00623053 = 3.115265
      ['JPN225', 'buy', '500.00', '58000', '58001', '0.00623053', '3.115265'],
      // 50 points × 1.3 = 65 HKD; × 0.128452152 = 8.34938988
      ['HKG33', 'sell', '1.30', '26500', '26450', '0.128452152', '8.349390'],
      // −678.01 × 0.01 × 1 coin = −6.7801
      ['BTCUSD', 'buy', '0.01', '95000.00', '94321.99', '1', '-6.780100'],
      // 13.5 pence × 200 shares = 2,700 pence; × 0.01335 = 36.045
      ['HSBA.L', 'buy', '200.00', '1150.0', '1163.5', '0.01335', '36.045000'],
      // 0.045 × 0.37 × 10,000 = 166.50
      ['NGAS', 'sell', '0.37', '3.800', '3.755', '1', '166.500000'],
      ['EURUSD', 'buy', '1.00', '1.08427', '1.08427', '1', '0.000000'],
      ['EURUSD', 'sell', '1.00', '1.08427', '1.08427', '1', '0.000000'],
    ]
    for (const [code, side, lots, open, close, rate, profit] of rows) {
      it(`${side} ${lots} ${code} from ${open} to ${close}: ${profit}`, () => {
        const order = { side, lots: size(lots), openPrice: at(code, open) }
        const found = profitAt(seeded(code), order, at(code, close), perUnit(rate))
        assert.equal(formatMicros(found), profit)
      })
    }

    it('is 0 and never −0 for an unchanged price', () => {
      const order = { side: 'sell', lots: size('1'), openPrice: at('EURUSD', '1.08427') } as const
      assert.ok(Object.is(profitAt(seeded('EURUSD'), order, order.openPrice, perUnit('1')), 0))
      const bid = order.openPrice
      assert.ok(Object.is(profitAtMid(seeded('EURUSD'), order, { bid, ask: bid }, perUnit('1')), 0))
    })
  })

  describe('half a micro-dollar is rounded to even', () => {
    const rows: readonly (readonly [Side, string, number])[] = [
      // One price step of 0.01 lots is worth 0.01 of the quote currency: 10,000 × rate in micro-dollars.
      ['buy', '0.000050000', 0],
      ['buy', '0.000050001', 1],
      ['buy', '0.000149999', 1],
      ['buy', '0.000150000', 2],
      ['buy', '0.000250000', 2],
      ['buy', '0.000350000', 4],
      ['sell', '0.000050000', 0],
      ['sell', '0.000150000', -2],
      ['sell', '0.000250000', -2],
    ]
    for (const [side, rate, profit] of rows) {
      it(`${side}, a step up at ${rate}: ${profit}`, () => {
        const order = { side, lots: size('0.01'), openPrice: at('EURUSD', '1.00000') }
        const found = profitAt(seeded('EURUSD'), order, at('EURUSD', '1.00001'), perUnit(rate))
        assert.ok(Object.is(found, profit))
      })
    }
  })

  describe('the profit at the mid price', () => {
    const rows: readonly (readonly [string, Side, string, string, string, string, string, string])[] = [
      // Columns: market, side, lots, open, bid, ask, quote currency in USD, profit in USD.
      // Both sides lose half the spread, at mid price 1.084295: −0.000025 × 100,000 = −2.50
      ['EURUSD', 'buy', '1.00', '1.08432', '1.08427', '1.08432', '1', '-2.500000'],
      ['EURUSD', 'sell', '1.00', '1.08427', '1.08427', '1.08432', '1', '-2.500000'],
      // Mid price 4200.165: 10.165 × 1 ounce = 10.165
      ['XAUUSD', 'buy', '0.01', '4190.00', '4200.00', '4200.33', '1', '10.165000'],
      // Mid price 58000.5: −1.5 × 0.1 = −0.15 JPY; × 0.00623053 = −0.0009345795
      ['JPN225', 'sell', '0.10', '57999', '58000', '58001', '0.00623053', '-0.000935'],
      // Mid price 1163.55: 0.05 pence × 0.01335 = 0.0006675, half to even: 0.000668
      ['HSBA.L', 'buy', '1.00', '1163.5', '1163.5', '1163.6', '0.01335', '0.000668'],
      // Mid price 1163.55: 0.15 pence × 0.01335 = 0.0020025, half to even: 0.002002
      ['HSBA.L', 'buy', '1.00', '1163.4', '1163.5', '1163.6', '0.01335', '0.002002'],
      // Even spread, mid price 150.252: 0.002 × 100,000 = 200 JPY; × 0.006666667 = 1.3333334
      ['USDJPY', 'buy', '1.00', '150.250', '150.250', '150.254', '0.006666667', '1.333333'],
    ]
    for (const [code, side, lots, open, bid, ask, rate, profit] of rows) {
      it(`${side} ${lots} ${code} from ${open} at ${bid} / ${ask}: ${profit}`, () => {
        const order = { side, lots: size(lots), openPrice: at(code, open) }
        const quote = { bid: at(code, bid), ask: at(code, ask) }
        assert.equal(formatMicros(profitAtMid(seeded(code), order, quote, perUnit(rate))), profit)
      })
    }
  })

  describe('the margin of an order', () => {
    const rows: readonly (readonly [string, string, string, number, string, string])[] = [
      // Columns: market, lots, price, leverage, quote currency in USD, margin in USD.
      // 50,000 × 1.08435 ÷ 100 = 542.175
      ['EURUSD', '0.50', '1.08435', 100, '1', '542.175000'],
      // 15,025,000 JPY × 0.006666667 = 100,166.671675; ÷ 500 = 200.33334335
      ['USDJPY', '1.00', '150.250', 500, '0.006666667', '200.333343'],
      // 880 CHF × 1.136363636 = 999.99999968
      ['USDCHF', '0.01', '0.88000', 1, '1.136363636', '1000.000000'],
      // 25,730.4 GBP × 1.335 = 34,350.084; ÷ 25 = 1,374.00336
      ['EURGBP', '0.30', '0.85768', 25, '1.335', '1374.003360'],
      // 42,853,600 JPY × 0.00623053 = 267,000.640408; ÷ 200 = 1,335.00320204
      ['GBPJPY', '2.00', '214.268', 200, '0.00623053', '1335.003202'],
      // 1 ounce at 4,210.37; ÷ 200 = 21.05185
      ['XAUUSD', '0.01', '4210.37', 200, '1', '21.051850'],
      // 0.1 × 49,512.5 = 4,951.25; ÷ 200 = 24.75625
      ['US30', '0.10', '49512.5', 200, '1', '24.756250'],
      // 63,083.25 EUR × 1.145 = 72,230.32125; ÷ 50 = 1,444.606425
      ['GER40', '2.50', '25233.3', 50, '1.145', '1444.606425'],
      // 5,800.1 JPY × 0.00623053 = 36.137697053; ÷ 200 = 0.180688485265
      ['JPN225', '0.10', '58001', 200, '0.00623053', '0.180688'],
      // 34,385 HKD × 0.128452152 = 4,416.82724652; ÷ 100 = 44.1682724652
      ['HKG33', '1.30', '26450', 100, '0.128452152', '44.168272'],
      // 0.01 × 95,000 = 950; ÷ 50 = 19
      ['BTCUSD', '0.01', '95000.00', 50, '1', '19.000000'],
      // 232,700 pence × 0.01335 = 3,106.545; ÷ 20 = 155.32725
      ['HSBA.L', '200.00', '1163.5', 20, '0.01335', '155.327250'],
      // Fixed: 0.37 × 10,000 = 3,700 at any price, leverage and rate
      ['NGAS', '0.37', '3.755', 10, '1', '3700.000000'],
      ['NGAS', '0.37', '9.999', 100, '0.5', '3700.000000'],
    ]
    for (const [code, lots, price, leverage, rate, margin] of rows) {
      it(`${lots} ${code} at ${price}, 1:${leverage}: ${margin}`, () => {
        const asked = { lots: size(lots), price: at(code, price), leverage }
        assert.equal(formatMicros(requiredMargin(seeded(code), asked, perUnit(rate))), margin)
      })
    }
  })

  describe('the notional of an order', () => {
    const rows: readonly (readonly [string, string, string, string, string])[] = [
      ['EURUSD', '0.50', '1.08435', '1', '54217.500000'],
      ['USDJPY', '1.00', '150.250', '0.006666667', '100166.671675'],
      ['HSBA.L', '200.00', '1163.5', '0.01335', '3106.545000'],
      // The margin mode does not matter: 3,700 × 3.755 = 13,893.50
      ['NGAS', '0.37', '3.755', '1', '13893.500000'],
    ]
    for (const [code, lots, price, rate, notional] of rows) {
      it(`${lots} ${code} at ${price}: ${notional}`, () => {
        const found = notionalValue(seeded(code), size(lots), at(code, price), perUnit(rate))
        assert.equal(found === undefined ? undefined : formatMicros(found), notional)
      })
    }

    it('is undefined out of range, as for an extreme typed target', () => {
      // 500 × 45,000,000,000 HKD × 0.128452152 is about 2.9 × 10^12 USD, beyond the safe integers in micro-dollars. But
      // steps × lots × units is below 2^51.
      const target = at('HKG33', '45000000000')
      assert.ok(target * size('500') <= 2 ** 51)
      assert.equal(notionalValue(seeded('HKG33'), size('500'), target, perUnit('0.128452152')), undefined)
    })
  })
})

describe('fee', () => {
  describe('the fee of an order', () => {
    const rows: readonly (readonly [string, FeeMode, string, string, string])[] = [
      // Columns: market, mode, lots, margin, fee.
      // 0.5 × 3 = 1.50
      ['EURUSD', 'per_lot', '0.50', '542.175', '1.500000'],
      // 542.175 × 0.3 % = 1.626525
      ['EURUSD', 'share_of_margin', '0.50', '542.175', '1.626525'],
      // 0.37 × 3 = 1.11
      ['NGAS', 'per_lot', '0.37', '3700', '1.110000'],
      // 3,700 × 0.3 % = 11.10
      ['NGAS', 'share_of_margin', '0.37', '3700', '11.100000'],
      // 200 × 0.02 = 4
      ['HSBA.L', 'per_lot', '200.00', '155.32725', '4.000000'],
      // 155.32725 × 0.1 % = 0.15532725
      ['HSBA.L', 'share_of_margin', '200.00', '155.32725', '0.155327'],
      // 0.1 × 0.01 = 0.001
      ['JPN225', 'per_lot', '0.10', '0.180688', '0.001000'],
      // From the rounded margin: 0.180688 × 0.1 % = 0.000180688
      ['JPN225', 'share_of_margin', '0.10', '0.180688', '0.000181'],
      // 0.01 × 20 = 0.20, and 19 × 0.2 % = 0.038
      ['BTCUSD', 'per_lot', '0.01', '19', '0.200000'],
      ['BTCUSD', 'share_of_margin', '0.01', '19', '0.038000'],
    ]
    for (const [code, feeMode, lots, margin, fee] of rows) {
      it(`${lots} ${code}, ${feeMode}: ${fee}`, () => {
        const found = tradeFee({ ...seeded(code), feeMode }, size(lots), dollars(margin))
        assert.equal(formatMicros(found), fee)
      })
    }

    const halves: readonly (readonly [FeeMode, string, number, number])[] = [
      // The fee is 1 micro-dollar per lot, or 1 ÷ 1,000 of the margin.
      ['per_lot', '0.50', 0, 0],
      ['per_lot', '1.50', 0, 2],
      ['per_lot', '2.50', 0, 2],
      ['share_of_margin', '1', 500, 0],
      ['share_of_margin', '1', 1500, 2],
      ['share_of_margin', '1', 2500, 2],
      ['share_of_margin', '1', 2501, 3],
    ]
    for (const [feeMode, lots, margin, fee] of halves) {
      it(`${lots} lots with a margin of ${margin} micro-dollars, ${feeMode}: ${fee}, half to even`, () => {
        const terms = { feeMode, feePerLot: micros(1), feeShare: rate(1_000_000) }
        assert.equal(tradeFee(terms, size(lots), micros(margin)), fee)
      })
    }
  })
})
