import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lots, micros, oneToOne, price } from '#core/money/amounts.ts'
import { chartOrder } from '#test/wire/chart-order.ts'
import { parseShownOrder, profitAt, stopBasisOf } from '#web/parts/stops/stop-basis.ts'

const now = { closing: price(108_427), rate: oneToOne, balance: '10000.000000' }

describe('the stop basis of an order', () => {
  test('has the order in integer units, the closing price and the balance', () => {
    assert.deepEqual(stopBasisOf(chartOrder(), now), {
      side: 'buy',
      openPrice: price(108_435),
      lots: lots(50),
      terms: { pricePrecision: 5, unitsPerLot: 100_000 },
      reference: price(108_427),
      rate: oneToOne,
      balance: micros(10_000_000_000),
    })
  })

  test('refers to the target of a pending order', () => {
    const pending = chartOrder({ status: 'pending', openPrice: '1.08000' })
    assert.equal(stopBasisOf(pending, now)?.reference, price(108_000))
  })

  test('refers to the opening price without a quote', () => {
    assert.equal(stopBasisOf(chartOrder(), { ...now, closing: undefined })?.reference, price(108_435))
  })

  test('has no balance if it is missing or malformed', () => {
    for (const balance of [undefined, 'much'])
      assert.equal(stopBasisOf(chartOrder(), { ...now, balance })?.balance, undefined)
  })

  test('is undefined for an order with malformed amounts', () => {
    for (const order of [chartOrder({ openPrice: '1.084351' }), chartOrder({ lots: 'half' })]) {
      assert.equal(parseShownOrder(order), undefined)
      assert.equal(stopBasisOf(order, now), undefined)
      assert.equal(profitAt(order, price(108_267), oneToOne), undefined)
    }
  })
})

test('profitAt is signed by the side of the order, and undefined without a rate', () => {
  // From 1.08435 to 1.08267: 0.00168 × 50,000 units = 84 USD.
  assert.equal(profitAt(chartOrder(), price(108_267), oneToOne), micros(-84_000_000))
  assert.equal(profitAt(chartOrder({ side: 'sell' }), price(108_267), oneToOne), micros(84_000_000))
  assert.equal(profitAt(chartOrder(), price(108_267), undefined), undefined)
})
