import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { profitAt } from '#core/margin/profit-and-margin.ts'
import {
  formatMicros,
  formatPrice,
  highestPrice,
  lots,
  micros,
  oneToOne,
  price,
  rate,
} from '#core/money/amounts.ts'
import { directionOf, type Side } from '#core/order/order.ts'
import {
  amountOfPercent,
  hundredPercent,
  roundestPercent,
  roundestProfit,
  type StopPosition,
  shareOfBalance,
  stopPriceFor,
  stopProfit,
} from '#core/preview/stop-amounts.ts'
import { fc } from '#test/fast-check.ts'
import { marketOf, priceOf } from '#test/trading/test-board.ts'
import { usd } from '#test/trading/trader.ts'

describe('stop price and amount', () => {
  type Start = { readonly side: Side; readonly lots: number; readonly open: string; readonly rate?: number }

  function orderIn(
    code: string,
    { side, lots: hundredths, open, rate: perUnit = oneToOne }: Start,
  ): StopPosition {
    const { pricePrecision, unitsPerLot } = marketOf(code)
    const openPrice = priceOf(code, open)
    return {
      side,
      openPrice,
      lots: lots(hundredths),
      terms: { pricePrecision, unitsPerLot },
      rate: rate(perUnit),
    }
  }

  describe('the profit of a stop', () => {
    const euro = orderIn('EURUSD', { side: 'buy', lots: 50, open: '1.08435' })
    // One yen is 1 ÷ 150.005 = 0.006666444 USD. A step of half a lot is 50 JPY or 0.3333222 USD.
    const yen = orderIn('USDJPY', { side: 'sell', lots: 50, open: '150.000', rate: 6_666_444 })
    // A share at 1150.0 pence, one penny is 0.0127 USD: a step of 10 shares is 0.0127 USD.
    const share = orderIn('HSBA.L', { side: 'buy', lots: 1000, open: '1150.0', rate: 12_700_000 })
    const rows: readonly (readonly [string, StopPosition, at: string, money: string])[] = [
      // −0.00100 × 50,000 = −50.
      ['EURUSD', euro, '1.08335', '-50.000000'],
      ['EURUSD', euro, '1.08535', '50.000000'],
      ['EURUSD', euro, '1.08435', '0.000000'],
      // −0.3 × 50,000 JPY × 0.006666444 = −99.99666.
      ['USDJPY', yen, '150.300', '-99.996660'],
      // −10.0 pence × 10 × 0.0127 = −1.27.
      ['HSBA.L', share, '1140.0', '-1.270000'],
    ]
    for (const [code, order, at, money] of rows) {
      test(`a ${order.side} of ${code} with a stop at ${at} gains ${money}, and back`, () => {
        const found = stopProfit(order, priceOf(code, at))
        assert.equal(formatMicros(found ?? micros(1)), money)
        assert.equal(stopPriceFor(order, usd(money)), priceOf(code, at))
      })
    }

    const between: readonly (readonly [string, StopPosition, money: string, at: string])[] = [
      // A step is 0.50 USD: 99 steps lose 49.50, and 100 would lose 50, more than 49.99.
      ['EURUSD', euro, '-49.99', '1.08336'],
      ['EURUSD', { ...euro, side: 'sell' }, '-49.99', '1.08534'],
      // 100 steps are the first to gain at least 49.51.
      ['EURUSD', euro, '49.51', '1.08535'],
      ['EURUSD', { ...euro, side: 'sell' }, '49.51', '1.08335'],
      // 300 steps lose 99.99666, 301 lose 100.3299822.
      ['USDJPY', yen, '-100', '150.300'],
      // 787 steps of 0.0127 USD are 9.9949, 788 are 10.0076.
      ['HSBA.L', share, '-10', '1071.3'],
      ['HSBA.L', share, '10', '1228.8'],
    ]
    for (const [code, order, money, at] of between) {
      test(`a ${order.side} of ${code} for ${money} has its stop at ${at}, no worse than requested`, () => {
        const found = stopPriceFor(order, usd(money))
        assert.equal(found && formatPrice(found, order.terms.pricePrecision), at)
      })
    }

    test('no price is found beyond the possible loss or out of range', () => {
      // At a price of zero the loss would be 1.08435 × 50,000 = 54,217.50. At the lowest price, one step, it is
      // 54,217.00.
      assert.equal(stopPriceFor(euro, usd('-54217')), price(1))
      assert.equal(stopPriceFor(euro, usd('-54217.50')), undefined)
      assert.equal(stopPriceFor(euro, micros(Number.MIN_SAFE_INTEGER)), undefined)
      assert.equal(stopPriceFor({ ...euro, side: 'sell' }, usd('54217.50')), undefined)
      assert.equal(stopPriceFor({ ...euro, lots: lots(0) }, usd('-1')), undefined)
      assert.equal(stopPriceFor({ ...euro, lots: lots(0) }, usd('1')), undefined)
      assert.equal(stopProfit({ ...euro, lots: lots(10 ** 12) }, highestPrice), undefined)
    })
  })

  describe('invariants of stops by amount', () => {
    const anyOrder: fc.Arbitrary<StopPosition> = fc.record({
      side: fc.constantFrom<Side>('buy', 'sell'),
      openPrice: fc.integer({ min: 1, max: 10_000_000 }).map(price),
      lots: fc.integer({ min: 1, max: 10_000 }).map(lots),
      terms: fc.record({
        pricePrecision: fc.integer({ min: 0, max: 8 }),
        unitsPerLot: fc.constantFrom(1, 10, 100, 5000, 100_000),
      }),
      rate: fc.oneof(fc.constant(oneToOne), fc.integer({ min: 1, max: 2_000_000_000 }).map(rate)),
    })
    const money = fc.oneof(
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map(micros),
      fc.maxSafeInteger().map(micros),
    )
    /** Profit by the engine's formula; ±∞ out of range. */
    const profit = (order: StopPosition, at: number) => {
      try {
        return profitAt(order.terms, order, price(at), order.rate)
      } catch {
        return (at - order.openPrice) * directionOf(order.side) * Number.POSITIVE_INFINITY
      }
    }

    test('the price is never worse than requested, and one step further would be', () => {
      fc.assert(
        fc.property(anyOrder, money, (order, asked) => {
          const found = stopPriceFor(order, asked)
          if (found === undefined) return
          assert.ok(found > 0 && found <= highestPrice)
          assert.ok(profit(order, found) >= asked)
          assert.ok(profit(order, found - directionOf(order.side)) < asked)
        }),
        { numRuns: 1000 },
      )
    })

    test('without a price, every price is worse or every price is better', () => {
      fc.assert(
        fc.property(anyOrder, money, (order, asked) => {
          if (stopPriceFor(order, asked) !== undefined) return
          const [lowest, highest] = [profit(order, 0), profit(order, highestPrice + 1)]
          const isWorse = Math.max(profit(order, 1), profit(order, highestPrice)) < asked
          assert.ok(isWorse || Math.min(lowest, highest) >= asked)
        }),
        { numRuns: 1000 },
      )
    })

    test('a price converts to an amount and back, or to a price of equal profit', () => {
      fc.assert(
        fc.property(anyOrder, fc.integer({ min: 1, max: 20_000_000 }).map(price), (order, at) => {
          const brings = stopProfit(order, at)
          if (brings === undefined) return
          assert.equal(brings, profit(order, at))
          const found = stopPriceFor(order, brings)
          if (found !== undefined) assert.equal(stopProfit(order, found), brings)
        }),
        { numRuns: 1000 },
      )
    })
  })

  describe('a share of the balance', () => {
    test('converts in hundredths of a percent, half to even, both ways', () => {
      assert.equal(shareOfBalance(usd('-50'), usd('100000')), -5)
      assert.equal(shareOfBalance(usd('125'), usd('10000')), 125)
      // 0.125 % and 0.375 % lie halfway between two hundredths of a percent.
      assert.equal(shareOfBalance(usd('1.25'), usd('1000')), 12)
      assert.equal(shareOfBalance(usd('3.75'), usd('1000')), 38)
      assert.equal(amountOfPercent(-125, usd('10000')), usd('-125'))
      // 0.05 % of 0.001 and of 0.003 USD are 0.5 and 1.5 micro-dollars.
      assert.equal(amountOfPercent(5, usd('0.001')), micros(0))
      assert.equal(amountOfPercent(5, usd('0.003')), micros(2))
    })

    test('is undefined for a balance of zero or less, and out of range', () => {
      for (const balance of ['0', '-1']) {
        assert.equal(shareOfBalance(usd('1'), usd(balance)), undefined)
        assert.equal(amountOfPercent(100, usd(balance)), undefined)
      }
      assert.equal(amountOfPercent(Number.MAX_SAFE_INTEGER, usd('1')), undefined)
      assert.equal(shareOfBalance(micros(Number.MAX_SAFE_INTEGER), micros(1)), undefined)
    })
  })
})

describe('round amounts', () => {
  /** Half a lot of EUR/USD: a step is 0.50 USD. */
  const order: StopPosition = {
    side: 'buy',
    lots: lots(50),
    openPrice: price(108_435),
    terms: { pricePrecision: 5, unitsPerLot: 100_000 },
    rate: oneToOne,
  }

  test('a round amount stays the same', () => {
    assert.equal(roundestProfit(order, price(108_335)), -50_000_000)
    assert.equal(roundestPercent(order, price(108_335), micros(10_000_000_000)), -500_000)
  })

  test('trailing digits are cleared while the price stays the same', () => {
    // A step is 0.50 × 0.0033 USD: −0.077550 can be rounded to tenths of a cent, but not to cents.
    const odd = { ...order, rate: rate(3_300_000) }
    assert.equal(stopProfit(odd, price(108_388)), -77_550)
    assert.equal(roundestProfit(odd, price(108_388)), -78_000)
    assert.equal(stopPriceFor(odd, micros(-78_000)), 108_388)
  })

  test('the roundest amounts of any order convert back to the price', () => {
    const orders = fc.record({
      side: fc.constantFrom('buy', 'sell'),
      lots: fc.integer({ min: 1, max: 10_000 }).map(lots),
      openPrice: fc.integer({ min: 1, max: 10_000_000 }).map(price),
      terms: fc.record({
        pricePrecision: fc.integer({ min: 0, max: 6 }),
        unitsPerLot: fc.constantFrom(1, 100, 100_000),
      }),
      rate: fc.integer({ min: 1_000_000, max: 2_000_000_000 }).map(rate),
    }) satisfies fc.Arbitrary<StopPosition>
    const steps = fc.integer({ min: 1, max: 10_000_000 }).map(price)
    const balances = fc.integer({ min: 1, max: 10 ** 12 }).map(micros)
    fc.assert(
      fc.property(orders, steps, balances, (one, at, balance) => {
        const profit = stopProfit(one, at)
        const before = stopProfit(one, price(at - directionOf(one.side)))
        const gain = roundestProfit(one, at)
        assert.equal(gain === undefined, profit === undefined)
        // If a step is below a micro-dollar, many prices have the same profit.
        if (gain === undefined || profit === undefined || profit === before) return
        assert.ok(gain <= profit)
        assert.equal(stopPriceFor(one, gain), at)
        const share = roundestPercent(one, at, balance)
        if (share === undefined) return
        assert.ok((amountOfPercent(share, balance, hundredPercent) ?? profit) <= profit)
      }),
    )
  })
})
