import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closingPrice, midProfit, openingPrice, valuation } from '#core/margin/valuation.ts'
import { formatMicros } from '#core/money/amounts.ts'
import { at, boardOf, openOrder, perUnit, quoteOf } from '#test/margin/decimal-inputs.ts'

const eurusd = quoteOf('EURUSD', '1.08500', '1.08511', 7)

describe('opening and closing prices', () => {
  it('a buy opens at the ask and closes at the bid, a sell the reverse', () => {
    assert.equal(openingPrice('buy', eurusd), at('EURUSD', '1.08511'))
    assert.equal(closingPrice('buy', eurusd), at('EURUSD', '1.08500'))
    assert.equal(openingPrice('sell', eurusd), at('EURUSD', '1.08500'))
    assert.equal(closingPrice('sell', eurusd), at('EURUSD', '1.08511'))
  })
})

describe('the valuation of an open order', () => {
  it('uses the closing price and returns quote and rate', () => {
    const order = openOrder({ code: 'EURUSD', side: 'buy', lots: '1', open: '1.08432' })
    assert.deepEqual(valuation(order, boardOf(eurusd)), {
      quote: eurusd,
      rate: perUnit('1'),
      closing: at('EURUSD', '1.08500'),
      // 0.00068 × 100,000 = 68
      profit: 68_000_000,
    })
    // 0.000735 × 100,000 = 73.50
    assert.equal(midProfit(order, boardOf(eurusd)), 73_500_000)
  })

  it('closes a sell at the ask', () => {
    const order = openOrder({ code: 'EURUSD', side: 'sell', lots: '1', open: '1.08432' })
    // −0.00079 × 100,000 = −79
    assert.equal(valuation(order, boardOf(eurusd)).profit, -79_000_000)
  })

  it('converts to dollars at the mid price of the converting market', () => {
    const order = openOrder({ code: 'EURGBP', side: 'buy', lots: '1', open: '0.85700' })
    const board = boardOf(quoteOf('EURGBP', '0.85768', '0.85772'), quoteOf('GBPUSD', '1.33500', '1.33503'))
    // 0.00068 × 100,000 = 68 GBP; × 1.335015 = 90.78102
    assert.equal(formatMicros(valuation(order, board).profit), '90.781020')
  })

  it('uses the terms of its placement, even if the market has changed', () => {
    const order = openOrder({ code: 'EURUSD', side: 'buy', lots: '1', open: '1.08432' })
    const terms = { ...order.terms, unitsPerLot: 10_000 }
    assert.equal(valuation({ ...order, terms }, boardOf(eurusd)).profit, 6_800_000)
  })
})

describe('an order in a market without a quote', () => {
  const opened = { quote: quoteOf('EURGBP', '0.85700', '0.85710'), rate: perUnit('1.3') }
  const order = openOrder({ code: 'EURGBP', side: 'buy', lots: '1', open: '0.85710', opened })

  it('is valued at its opening quote and rate', () => {
    // −0.00010 × 100,000 = −10 GBP; × 1.3 = −13
    assert.equal(formatMicros(valuation(order, boardOf()).profit), '-13.000000')
    // −0.00005 × 100,000 = −5 GBP; × 1.3 = −6.50
    assert.equal(formatMicros(midProfit(order, boardOf())), '-6.500000')
  })

  it('uses a current quote without a current rate, and a current rate without a current quote', () => {
    const quoted = boardOf(quoteOf('EURGBP', '0.85730', '0.85740'))
    // 0.00020 × 100,000 = 20 GBP; × 1.3 = 26
    assert.equal(formatMicros(valuation(order, quoted).profit), '26.000000')
    const converted = boardOf(quoteOf('GBPUSD', '1.40000', '1.40000'))
    assert.equal(formatMicros(valuation(order, converted).profit), '-14.000000')
  })

  it('throws if it was never opened', () => {
    assert.throws(
      () => valuation({ ...order, opened: null }, boardOf()),
      /order 1 has no opening quote or rate/,
    )
    assert.throws(
      () => midProfit({ ...order, opened: null }, boardOf()),
      /order 1 has no opening quote or rate/,
    )
  })
})
