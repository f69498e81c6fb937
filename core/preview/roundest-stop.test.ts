import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lots } from '#core/money/lots.ts'
import { micros } from '#core/money/micros.ts'
import { price } from '#core/money/price.ts'
import { oneToOne, rate } from '#core/money/rate.ts'
import { directionOf } from '#core/order/order.ts'
import { roundestProfit, roundestShare, wholeShare } from '#core/preview/roundest-stop.ts'
import { amountOfShare, type StopPosition, stopPriceFor, stopProfit } from '#core/preview/stop-worth.ts'

/** Half a lot of EUR/USD: a step is 0.50 USD. */
const order: StopPosition = {
  side: 'buy',
  lots: lots(50),
  openPrice: price(108_435),
  terms: { pricePrecision: 5, unitsPerLot: 100_000 },
  rate: oneToOne,
}

test('what is round already stays as it is', () => {
  assert.equal(roundestProfit(order, price(108_335)), -50_000_000)
  assert.equal(roundestShare(order, price(108_335), micros(10_000_000_000)), -500_000)
})

test('as many digits are taken off as still mean the same price', () => {
  // A step is 0.50 × 0.0033 USD: of −0.077550 the cents lie beyond it, the tenths of one do not.
  const odd = { ...order, rate: rate(3_300_000) }
  assert.equal(stopProfit(odd, price(108_388)), -77_550)
  assert.equal(roundestProfit(odd, price(108_388)), -78_000)
  assert.equal(stopPriceFor(odd, micros(-78_000)), 108_388)
})

test('whatever the order, the roundest amounts lead back to the price', () => {
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
      const worth = stopProfit(one, at)
      const before = stopProfit(one, price(at - directionOf(one.side)))
      const gain = roundestProfit(one, at)
      assert.equal(gain === undefined, worth === undefined)
      // Where a step is worth less than can be counted, many prices are worth the same.
      if (gain === undefined || worth === undefined || worth === before) return
      assert.ok(gain <= worth)
      assert.equal(stopPriceFor(one, gain), at)
      const share = roundestShare(one, at, balance)
      if (share === undefined) return
      assert.ok((amountOfShare(share, balance, wholeShare) ?? worth) <= worth)
    }),
  )
})
