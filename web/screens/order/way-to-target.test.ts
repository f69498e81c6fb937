import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/price.ts'
import { wayToTarget } from '#web/screens/order/way-to-target.ts'

const quote = { bid: price(108_427), ask: price(108_435) }

describe('the way of a pending order to its target', () => {
  test('of a buy is that of the ask', () => {
    assert.deepEqual(wayToTarget({ side: 'buy', target: '1.08400' }, quote, 5), {
      now: '1.08435',
      distance: '-0.00035',
    })
  })

  test('of a sell is that of the bid', () => {
    assert.deepEqual(wayToTarget({ side: 'sell', target: '1.08500' }, quote, 5), {
      now: '1.08427',
      distance: '0.00073',
    })
  })

  test('is nothing at the target', () => {
    assert.equal(wayToTarget({ side: 'buy', target: '1.08435' }, quote, 5)?.distance, '0.00000')
  })

  test('is not known without a price', () => {
    assert.equal(wayToTarget({ side: 'buy', target: '1.08400' }, undefined, 5), undefined)
  })
})
