// A close is never refused for its size, so every order within the limits must stay computable at extreme prices.
// That holds until the equity exceeds ±9,007,199,254.740991 USD, the range of safe integers. Beyond that every
// formula throws, so no decision is based on an inexact number.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountFigures, equityAndMargin } from '#core/margin/account-figures.ts'
import {
  notionalValue,
  profitAt,
  profitAtMid,
  requiredMargin,
  tradeFee,
} from '#core/margin/profit-and-margin.ts'
import { createBoard } from '#core/market/board.ts'
import { lots, price, rate } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { boardOf, dollars, openOrder, perUnit, quoteOf } from '#test/margin/decimal-inputs.ts'

const billion = dollars('1000000000')

describe('price steps × lots × units at 2^51', () => {
  const terms = { pricePrecision: 5, unitsPerLot: 2 ** 15, marginMode: 'leverage' } as const
  const order = { side: 'sell', lots: lots(2 ** 15), openPrice: price(2 ** 21) } as const

  it('gives exact notional and margin', () => {
    // 2^51 × 10^9 ÷ 10^10 = 225,179,981,368,524.8
    const notional = notionalValue(terms, order.lots, order.openPrice, perUnit('1'))
    assert.equal(notional, 225_179_981_368_525)
    const asked = { lots: order.lots, price: order.openPrice, leverage: 1000 }
    // 225,179,981,368,524.8 ÷ leverage 1,000 = 225,179,981,368.5248
    assert.equal(requiredMargin(terms, asked, perUnit('1')), 225_179_981_369)
  })

  it('gives an exact profit at ten times the price', () => {
    const close = price(10 * 2 ** 21)
    // −9 × 2^51 × 10^9 ÷ 10^10 = −2,026,619,832,316,723.2
    assert.equal(profitAt(terms, order, close, perUnit('1')), -2_026_619_832_316_723)
    // At a rate of 4 the notional is 900 million dollars, and the loss is 4 times as high: −8,106,479,329,266,892.8
    assert.equal(profitAt(terms, order, close, perUnit('4')), -8_106_479_329_266_893)
  })

  it('throws at ten times the price and ten times the rate', () => {
    assert.throws(() => profitAt(terms, order, price(10 * 2 ** 21), perUnit('40')), RangeError)
  })

  it('has no notional at precision 0, because it is out of range', () => {
    const whole = { ...terms, pricePrecision: 0 }
    assert.equal(notionalValue(whole, order.lots, order.openPrice, perUnit('1')), undefined)
  })
})

describe('an order with a notional of a billion', () => {
  const terms = { pricePrecision: 2, unitsPerLot: 1 }
  /** A million lots of one unit at 1,000.00. */
  const order = { lots: lots(100_000_000), openPrice: price(100_000) }

  it('has exactly that notional', () => {
    assert.equal(notionalValue(terms, order.lots, order.openPrice, perUnit('1')), billion)
  })

  it('has an exact profit at ten times its price', () => {
    const tenfold = price(10 * order.openPrice)
    const quote = { bid: price(tenfold - 1), ask: price(tenfold + 1) }
    assert.equal(profitAt(terms, { ...order, side: 'buy' }, tenfold, perUnit('1')), dollars('9000000000'))
    assert.equal(profitAt(terms, { ...order, side: 'sell' }, tenfold, perUnit('1')), dollars('-9000000000'))
    assert.equal(profitAtMid(terms, { ...order, side: 'sell' }, quote, perUnit('1')), dollars('-9000000000'))
  })

  it('throws slightly above ten times its price', () => {
    const last = price(1_000_719)
    assert.equal(profitAt(terms, { ...order, side: 'buy' }, last, perUnit('1')), dollars('9007190000'))
    for (const side of ['buy', 'sell'] as const) {
      assert.throws(() => profitAt(terms, { ...order, side }, price(1_000_720), perUnit('1')), RangeError)
    }
  })
})

describe('an account at its limits', () => {
  // 10,000 coins × 100,000 dollars = a billion dollars.
  const opened = openOrder({
    code: 'BTCUSD',
    side: 'buy',
    lots: '10000',
    open: '100000.00',
    margin: '20000000',
  })
  const boardAt = (bid: string) => boardOf(quoteOf('BTCUSD', bid, bid))

  it('with a billion of cash and a billion of notional has exact figures up to nine times the price', () => {
    const figures = accountFigures(billion, [opened], boardAt('900000.00'))
    assert.equal(figures.equity, dollars('9000000000'))
    assert.equal(figures.freeMargin, dollars('8980000000'))
    assert.equal(figures.marginLevel, 4_500_000)
  })

  it('throws beyond nine times the price', () => {
    assert.throws(() => accountFigures(billion, [opened], boardAt('1000000.00')), RangeError)
    assert.throws(() => equityAndMargin(billion, [opened], boardAt('1000000.00')), RangeError)
  })

  it('with a short position has exact figures up to ten times the price', () => {
    const sold = { ...opened, side: 'sell' } as const
    const figures = accountFigures(billion, [sold], boardAt('1000000.00'))
    assert.equal(figures.equity, dollars('-8000000000'))
    assert.equal(figures.freeMargin, dollars('-8020000000'))
  })
})

describe('the maximum lots of every seeded market', () => {
  const board = createBoard(
    markets,
    markets.map(({ id, referencePrice: mid }) => {
      const quote = { marketId: id, bid: mid, ask: mid, timeMs: 0, seq: 1, source: 'test' }
      return { marketId: id, state: 'open', quote }
    }),
  )
  for (const market of markets) {
    it(`${market.code} have exact margin and fee, and an exact profit at ten times the price and rate`, () => {
      const { mostLots, referencePrice } = market
      const perDollar = board.rate(market.quoteCurrency)
      assert.ok(perDollar)
      const notional = notionalValue(market, mostLots, referencePrice, perDollar)
      assert.ok(notional !== undefined && notional < billion)
      const margin = requiredMargin(market, { lots: mostLots, price: referencePrice, leverage: 1 }, perDollar)
      for (const feeMode of ['per_lot', 'share_of_margin'] as const) {
        assert.ok(tradeFee({ ...market, feeMode }, mostLots, margin) < billion)
      }
      const order = { side: 'buy', lots: mostLots, openPrice: referencePrice } as const
      const gained = profitAt(market, order, price(10 * referencePrice), rate(10 * perDollar))
      assert.ok(Math.abs(gained - 90 * notional) <= 45)
    })
  }
})
