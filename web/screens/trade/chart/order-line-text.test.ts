import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { oneToOne, price, type Rate } from '#core/money/amounts.ts'
import { chartOrder } from '#test/wire/chart-order.ts'
import {
  draggedLineText,
  hasMovedVisibly,
  moneyText,
  orderLineText,
} from '#web/screens/trade/chart/order-line-text.ts'

/** Returns the key followed by its values. */
const t = (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')

describe('the text of an order line', () => {
  test('names side and lots, and the kind of a pending order', () => {
    const words = orderLineText(t, oneToOne)
    assert.equal(words.order(chartOrder()), 'line.order order.side.buy 0.50')
    const pending = chartOrder({ status: 'pending', kind: 'limit', side: 'sell' })
    assert.equal(words.order(pending), 'line.pending order.side.sell 0.50 order.kind.limit')
  })

  test('of a stop is its money', () => {
    const words = orderLineText(t, oneToOne)
    assert.equal(words.stop(chartOrder(), 'stop_loss', price(108_267)), 'line.stop_loss \u221284.00')
    assert.equal(words.stop(chartOrder(), 'take_profit', price(108_855)), 'line.take_profit +210.00')
  })

  test('of a dragged stop is its price and money', () => {
    const move = { orderId: 7, kind: 'stop_loss', price: price(108_267) } as const
    assert.equal(
      draggedLineText(t, oneToOne, chartOrder(), move),
      'line.moving.stop_loss 1.08267 \u221284.00',
    )
  })

  test('is a dash if the money is unknown', () => {
    assert.equal(moneyText(chartOrder(), price(108_267), undefined), '\u2014')
  })
})

test('a rate has moved visibly if it changed by more than one ten-thousandth', () => {
  const rate = (billionths: number) => billionths as Rate
  assert.equal(hasMovedVisibly(undefined, rate(1)), true)
  assert.equal(hasMovedVisibly(undefined, undefined), false)
  assert.equal(hasMovedVisibly(rate(6_666_667), undefined), true)
  assert.equal(hasMovedVisibly(rate(10_000_000), rate(10_001_000)), false)
  assert.equal(hasMovedVisibly(rate(10_000_000), rate(10_001_001)), true)
})
