import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { chartOrder } from '#test/wire/chart-order.ts'
import { barIndexAt } from '#web/chart/drawing/time-axis.ts'
import { fillMarks, maxOrders, orderLines } from '#web/chart/orders/order-marks.ts'

describe('order lines', () => {
  const words = {
    order: ({ side, lots }: ShownOrder) => `${side} ${lots}`,
    stop: (_order: ShownOrder, kind: string, price: number) => `${kind} ${price}`,
  }

  const linesOf = (order: ShownOrder) =>
    orderLines([order], words).map(({ kind, price, label, tone }) => [kind, price, label, tone])

  describe('the lines of an order', () => {
    test('are its open price and its stops, each with its words and its colour', () => {
      assert.deepEqual(linesOf(chartOrder({ stopLoss: '1.08267', takeProfit: '1.08855' })), [
        ['take_profit', 108_855, 'take_profit 108855', 'rise'],
        ['stop_loss', 108_267, 'stop_loss 108267', 'fall'],
        ['order', 108_435, 'buy 0.50', 'accent'],
      ])
    })

    test('of one that waits are its target in another colour, and the stops it will have', () => {
      const pending = chartOrder({ status: 'pending', kind: 'limit', side: 'sell', takeProfit: '1.08000' })
      assert.deepEqual(linesOf(pending), [
        ['take_profit', 108_000, 'take_profit 108000', 'rise'],
        ['order', 108_435, 'sell 0.50', 'dim'],
      ])
    })

    test('what is no price has no line', () => {
      assert.deepEqual(linesOf(chartOrder({ stopLoss: 'none', openPrice: '' })), [])
    })

    test('are those of the newest orders', () => {
      const orders = Array.from({ length: maxOrders + 5 }, (_, id) => chartOrder({ id }))
      const drawn = orderLines(orders, words).map(({ orderId }) => orderId)
      assert.equal(drawn.length, maxOrders)
      assert.deepEqual([drawn[0], drawn.at(-1)], [maxOrders + 4, 5])
    })
  })

  describe('the line of an order itself', () => {
    const becomes = (order: Partial<ShownOrder>) => orderLines([chartOrder(order)], words).at(-1)?.dragKinds

    test('becomes a stop loss where the order loses, a take profit where it gains', () => {
      assert.deepEqual(becomes({ side: 'buy' }), { below: 'stop_loss', above: 'take_profit' })
      assert.deepEqual(becomes({ side: 'sell' }), { below: 'take_profit', above: 'stop_loss' })
    })

    test('does not become a stop that is there already', () => {
      assert.deepEqual(becomes({ stopLoss: '1.08' }), { below: undefined, above: 'take_profit' })
      assert.deepEqual(becomes({ side: 'sell', takeProfit: '1.08' }), {
        below: undefined,
        above: 'stop_loss',
      })
      assert.deepEqual(becomes({ stopLoss: '1.08', takeProfit: '1.09' }), {
        below: undefined,
        above: undefined,
      })
    })
  })
})

describe('fill marks', () => {
  const openedMs = Date.UTC(2026, 10, 14, 8, 0, 1)
  const endedAt = '2026-11-14T09:30:00Z'
  const opening = { side: 'buy', what: 'opening', timeMs: openedMs, price: 108_435, precision: 5 }

  describe('the marks of fills', () => {
    test('of an open order, where it opened; of a closed one, also where it closed', () => {
      assert.deepEqual(fillMarks([chartOrder()]), [opening])
      const closed = chartOrder({ status: 'closed', endedAt, closingPrice: '1.08612' })
      assert.deepEqual(fillMarks([closed]), [
        opening,
        { ...opening, what: 'closing', timeMs: Date.parse(endedAt), price: 108_612 },
      ])
    })

    test('none of an order that waits or was cancelled', () => {
      const pending = chartOrder({ status: 'pending', openedAt: null })
      const cancelled = chartOrder({ status: 'cancelled', openedAt: null, endedAt })
      assert.deepEqual(fillMarks([pending, cancelled]), [])
    })

    test('the opening of an order of which a part was closed is marked once', () => {
      const part = chartOrder({ id: 8, parentId: 7, status: 'closed', endedAt, closingPrice: '1.08612' })
      assert.deepEqual(
        fillMarks([part, chartOrder()]).map(({ kind: what }) => what),
        ['opening', 'closing'],
      )
    })

    test('nothing where the wire says what is no price or no moment', () => {
      assert.deepEqual(fillMarks([chartOrder({ openPrice: 'x' }), chartOrder({ openedAt: 'x' })]), [])
    })
  })

  describe('the bar of a moment', () => {
    const bars = [100, 200, 400].map((timestamp) => ({ timestamp }))

    test('is the last that began until then', () => {
      assert.deepEqual(
        [100, 199, 200, 399, 400, 9_999].map((timeMs) => barIndexAt(bars, timeMs)),
        [0, 0, 1, 1, 2, 2],
      )
    })

    test('is none before the first', () => {
      assert.equal(barIndexAt(bars, 99), undefined)
      assert.equal(barIndexAt([], 99), undefined)
    })
  })
})
