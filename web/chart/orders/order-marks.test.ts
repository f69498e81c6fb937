import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { chartOrder } from '#test/wire/chart-order.ts'
import { barIndexAt } from '#web/chart/drawing/time-axis.ts'
import { fillMarks, maxOrders, orderLines } from '#web/chart/orders/order-marks.ts'

describe('order lines', () => {
  const labels = {
    order: ({ side, lots }: ShownOrder) => `${side} ${lots}`,
    stop: (_order: ShownOrder, kind: string, price: number) => `${kind} ${price}`,
  }

  const linesOf = (order: ShownOrder) =>
    orderLines([order], labels).map(({ kind, price, label, tone }) => [kind, price, label, tone])

  describe('lines of an order', () => {
    test('are its open price and stops with label and colour', () => {
      assert.deepEqual(linesOf(chartOrder({ stopLoss: '1.08267', takeProfit: '1.08855' })), [
        ['take_profit', 108_855, 'take_profit 108855', 'rise'],
        ['stop_loss', 108_267, 'stop_loss 108267', 'fall'],
        ['order', 108_435, 'buy 0.50', 'accent'],
      ])
    })

    test('of a pending order are its target in another colour and its stops', () => {
      const pending = chartOrder({ status: 'pending', kind: 'limit', side: 'sell', takeProfit: '1.08000' })
      assert.deepEqual(linesOf(pending), [
        ['take_profit', 108_000, 'take_profit 108000', 'rise'],
        ['order', 108_435, 'sell 0.50', 'dim'],
      ])
    })

    test('are left out for an invalid price', () => {
      assert.deepEqual(linesOf(chartOrder({ stopLoss: 'none', openPrice: '' })), [])
    })

    test('are limited to the newest orders', () => {
      const orders = Array.from({ length: maxOrders + 5 }, (_, id) => chartOrder({ id }))
      const drawn = orderLines(orders, labels).map(({ orderId }) => orderId)
      assert.equal(drawn.length, maxOrders)
      assert.deepEqual([drawn[0], drawn.at(-1)], [maxOrders + 4, 5])
    })
  })

  describe('open price line', () => {
    const dragKinds = (order: Partial<ShownOrder>) =>
      orderLines([chartOrder(order)], labels).at(-1)?.dragKinds

    test('sets a stop loss on the losing side and a take profit on the winning side', () => {
      assert.deepEqual(dragKinds({ side: 'buy' }), { below: 'stop_loss', above: 'take_profit' })
      assert.deepEqual(dragKinds({ side: 'sell' }), { below: 'take_profit', above: 'stop_loss' })
    })

    test('does not set a stop that exists', () => {
      assert.deepEqual(dragKinds({ stopLoss: '1.08' }), { below: undefined, above: 'take_profit' })
      assert.deepEqual(dragKinds({ side: 'sell', takeProfit: '1.08' }), {
        below: undefined,
        above: 'stop_loss',
      })
      assert.deepEqual(dragKinds({ stopLoss: '1.08', takeProfit: '1.09' }), {
        below: undefined,
        above: undefined,
      })
    })
  })
})

describe('fill marks', () => {
  const openedMs = Date.UTC(2026, 10, 14, 8, 0, 1)
  const endedAt = '2026-11-14T09:30:00Z'
  const opening = { side: 'buy', kind: 'opening', timeMs: openedMs, price: 108_435, precision: 5 }

  describe('fills', () => {
    test('mark the opening of an open order, and also the closing of a closed one', () => {
      assert.deepEqual(fillMarks([chartOrder()]), [opening])
      const closed = chartOrder({ status: 'closed', endedAt, closingPrice: '1.08612' })
      assert.deepEqual(fillMarks([closed]), [
        opening,
        { ...opening, kind: 'closing', timeMs: Date.parse(endedAt), price: 108_612 },
      ])
    })

    test('mark no pending or cancelled order', () => {
      const pending = chartOrder({ status: 'pending', openedAt: null })
      const cancelled = chartOrder({ status: 'cancelled', openedAt: null, endedAt })
      assert.deepEqual(fillMarks([pending, cancelled]), [])
    })

    test('mark the opening of a partially closed order once', () => {
      const part = chartOrder({ id: 8, parentId: 7, status: 'closed', endedAt, closingPrice: '1.08612' })
      assert.deepEqual(
        fillMarks([part, chartOrder()]).map(({ kind }) => kind),
        ['opening', 'closing'],
      )
    })

    test('mark nothing for an invalid price or time', () => {
      assert.deepEqual(fillMarks([chartOrder({ openPrice: 'x' }), chartOrder({ openedAt: 'x' })]), [])
    })
  })

  describe('bar index', () => {
    const bars = [100, 200, 400].map((timestamp) => ({ timestamp }))

    test('is that of the last bar started by then', () => {
      assert.deepEqual(
        [100, 199, 200, 399, 400, 9_999].map((timeMs) => barIndexAt(bars, timeMs)),
        [0, 0, 1, 1, 2, 2],
      )
    })

    test('is undefined before the first bar', () => {
      assert.equal(barIndexAt(bars, 99), undefined)
      assert.equal(barIndexAt([], 99), undefined)
    })
  })
})
