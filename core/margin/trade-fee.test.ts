import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tradeFee } from '#core/margin/trade-fee.ts'
import { formatMicros, micros } from '#core/money/micros.ts'
import { rate } from '#core/money/rate.ts'
import type { FeeMode } from '#core/order/order-terms.ts'
import { dollars, seeded, size } from '#test/margin/priced.ts'

describe('the fee of an order', () => {
  const rows: readonly (readonly [string, FeeMode, string, string, string])[] = [
    // market, mode, lots, margin, fee
    // 0.5 × 3
    ['EURUSD', 'per_lot', '0.50', '542.175', '1.500000'],
    // 542.175 × 0.3 %
    ['EURUSD', 'share_of_margin', '0.50', '542.175', '1.626525'],
    // 0.37 × 3
    ['NGAS', 'per_lot', '0.37', '3700', '1.110000'],
    // 3,700 × 0.3 %
    ['NGAS', 'share_of_margin', '0.37', '3700', '11.100000'],
    // 200 × 0.02
    ['HSBA.L', 'per_lot', '200.00', '155.32725', '4.000000'],
    // 155.32725 × 0.1 % = 0.15532725
    ['HSBA.L', 'share_of_margin', '200.00', '155.32725', '0.155327'],
    // 0.1 × 0.01
    ['JPN225', 'per_lot', '0.10', '0.180688', '0.001000'],
    // 0.180688 × 0.1 %, of the margin as it was rounded
    ['JPN225', 'share_of_margin', '0.10', '0.180688', '0.000181'],
    // 0.01 × 20; 19 × 0.2 %
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
    // A fee of 1 micro-dollar a lot; a share of a thousandth.
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
