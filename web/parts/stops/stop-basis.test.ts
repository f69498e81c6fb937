import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lots, micros, oneToOne, price } from '#core/money/amounts.ts'
import { drawnOrder } from '#test/wire/chart-order.ts'
import { parseShownOrder, profitAt, stopBasisOf } from '#web/parts/stops/stop-basis.ts'

const now = { closing: price(108_427), rate: oneToOne, balance: '10000.000000' }

describe('what a stop of an order is judged by', () => {
  test('is the order in whole steps, the closing price and the account', () => {
    assert.deepEqual(stopBasisOf(drawnOrder(), now), {
      side: 'buy',
      openPrice: price(108_435),
      lots: lots(50),
      terms: { pricePrecision: 5, unitsPerLot: 100_000 },
      reference: price(108_427),
      rate: oneToOne,
      balance: micros(10_000_000_000),
    })
  })

  test('is the target of an order that waits, whatever the price is', () => {
    const pending = drawnOrder({ status: 'pending', openPrice: '1.08000' })
    assert.equal(stopBasisOf(pending, now)?.reference, price(108_000))
  })

  test('is the opening price where there is no price', () => {
    assert.equal(stopBasisOf(drawnOrder(), { ...now, closing: undefined })?.reference, price(108_435))
  })

  test('has no balance where nobody knows it, or where it is none', () => {
    for (const balance of [undefined, 'much'])
      assert.equal(stopBasisOf(drawnOrder(), { ...now, balance })?.balance, undefined)
  })

  test('is nothing for an order whose amounts are none', () => {
    for (const order of [drawnOrder({ openPrice: '1.084351' }), drawnOrder({ lots: 'half' })]) {
      assert.equal(parseShownOrder(order), undefined)
      assert.equal(stopBasisOf(order, now), undefined)
      assert.equal(profitAt(order, price(108_267), oneToOne), undefined)
    }
  })
})

test('an order gains what lies between its opening and the close, and nobody can tell without a rate', () => {
  // 16.8 pips of 50,000 units.
  assert.equal(profitAt(drawnOrder(), price(108_267), oneToOne), micros(-84_000_000))
  assert.equal(profitAt(drawnOrder({ side: 'sell' }), price(108_267), oneToOne), micros(84_000_000))
  assert.equal(profitAt(drawnOrder(), price(108_267), undefined), undefined)
})
