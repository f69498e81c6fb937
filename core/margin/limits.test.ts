// A close is never refused for its size, so what is allowed to open must stay computable wherever the price goes. It does
// until the net value of the account passes what an amount can count, 9,007,199,254.740991 USD either way. Beyond that
// every formula throws: nothing is decided on a number that is not exact.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountFigures, accountRisk } from '#core/margin/account-figures.ts'
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

  it('is counted to the last unit', () => {
    // 2^51 × 10^9 ÷ 10^10 = 225,179,981,368,524.8
    const worth = notionalValue(terms, order.lots, order.openPrice, perUnit('1'))
    assert.equal(worth, 225_179_981_368_525)
    const asked = { lots: order.lots, price: order.openPrice, leverage: 1000 }
    // 225,179,981,368.5248
    assert.equal(requiredMargin(terms, asked, perUnit('1')), 225_179_981_369)
  })

  it('stays so when the price is ten times as high', () => {
    const close = price(10 * 2 ** 21)
    // −9 × 2^51 × 10^9 ÷ 10^10 = −2,026,619,832,316,723.2
    assert.equal(profitAt(terms, order, close, perUnit('1')), -2_026_619_832_316_723)
    // At 4 dollars a unit it was worth 900 million; four times as much is −8,106,479,329,266,892.8
    assert.equal(profitAt(terms, order, close, perUnit('4')), -8_106_479_329_266_893)
  })

  it('stops where the rate is ten times as high as well, with an error', () => {
    assert.throws(() => profitAt(terms, order, price(10 * 2 ** 21), perUnit('40')), RangeError)
  })

  it('may be worth more than can be counted where a step is a whole unit, and then there is no worth', () => {
    const whole = { ...terms, pricePrecision: 0 }
    assert.equal(notionalValue(whole, order.lots, order.openPrice, perUnit('1')), undefined)
  })
})

describe('an order worth a billion', () => {
  const terms = { pricePrecision: 2, unitsPerLot: 1 }
  /** A million lots of one at 1,000.00. */
  const order = { lots: lots(100_000_000), openPrice: price(100_000) }

  it('is worth exactly that', () => {
    assert.equal(notionalValue(terms, order.lots, order.openPrice, perUnit('1')), billion)
  })

  it('is still computed when its price is ten times as high', () => {
    const tenfold = price(10 * order.openPrice)
    const quote = { bid: price(tenfold - 1), ask: price(tenfold + 1) }
    assert.equal(profitAt(terms, { ...order, side: 'buy' }, tenfold, perUnit('1')), dollars('9000000000'))
    assert.equal(profitAt(terms, { ...order, side: 'sell' }, tenfold, perUnit('1')), dollars('-9000000000'))
    assert.equal(profitAtMid(terms, { ...order, side: 'sell' }, quote, perUnit('1')), dollars('-9000000000'))
  })

  it('stops being computed a little above ten times, with an error', () => {
    const last = price(1_000_719)
    assert.equal(profitAt(terms, { ...order, side: 'buy' }, last, perUnit('1')), dollars('9007190000'))
    for (const side of ['buy', 'sell'] as const) {
      assert.throws(() => profitAt(terms, { ...order, side }, price(1_000_720), perUnit('1')), RangeError)
    }
  })
})

describe('an account at its limits', () => {
  // Ten thousand coins at 100,000 are a billion.
  const opened = openOrder({
    code: 'BTCUSD',
    side: 'buy',
    lots: '10000',
    open: '100000.00',
    margin: '20000000',
  })
  const boardAt = (bid: string) => boardOf(quoteOf('BTCUSD', bid, bid))

  it('with a billion of cash and a billion at stake is computed up to nine times the price', () => {
    const figures = accountFigures(billion, [opened], boardAt('900000.00'))
    assert.equal(figures.netValue, dollars('9000000000'))
    assert.equal(figures.available, dollars('8980000000'))
    assert.equal(figures.riskRate, 4_500_000)
  })

  it('is an error beyond that, not a number that is wrong', () => {
    assert.throws(() => accountFigures(billion, [opened], boardAt('1000000.00')), RangeError)
    assert.throws(() => accountRisk(billion, [opened], boardAt('1000000.00')), RangeError)
  })

  it('that is short is computed up to ten times the price', () => {
    const sold = { ...opened, side: 'sell' } as const
    const figures = accountFigures(billion, [sold], boardAt('1000000.00'))
    assert.equal(figures.netValue, dollars('-8000000000'))
    assert.equal(figures.available, dollars('-8020000000'))
  })
})

describe('the most lots of every market of the seed', () => {
  const board = createBoard(
    markets,
    markets.map(({ id, referencePrice: mid }) => {
      const quote = { marketId: id, bid: mid, ask: mid, timeMs: 0, seq: 1 }
      return { marketId: id, state: 'open', quote }
    }),
  )
  for (const market of markets) {
    it(`${market.code} can be opened, charged, and closed when price and rate are ten times as high`, () => {
      const { mostLots, referencePrice } = market
      const perDollar = board.rate(market.quoteCurrency)
      assert.ok(perDollar)
      const worth = notionalValue(market, mostLots, referencePrice, perDollar)
      assert.ok(worth !== undefined && worth < billion)
      const margin = requiredMargin(market, { lots: mostLots, price: referencePrice, leverage: 1 }, perDollar)
      for (const feeMode of ['per_lot', 'share_of_margin'] as const) {
        assert.ok(tradeFee({ ...market, feeMode }, mostLots, margin) < billion)
      }
      const order = { side: 'buy', lots: mostLots, openPrice: referencePrice } as const
      const gained = profitAt(market, order, price(10 * referencePrice), rate(10 * perDollar))
      assert.ok(Math.abs(gained - 90 * worth) <= 45)
    })
  }
})
