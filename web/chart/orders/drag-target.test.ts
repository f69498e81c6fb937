import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'
import { isDraggable, lineUnderPointer, stopForDrag, touchRadiusPx } from '#web/chart/orders/drag-target.ts'
import { axisValue, type OrderLine } from '#web/chart/orders/order-marks.ts'

describe('hit testing', () => {
  const at = (key: string, y: number, x?: number) => ({
    key,
    y,
    label: x === undefined ? undefined : { x, widthPx: 60 },
  })

  describe('line under the pointer', () => {
    test('is the nearest within the touch target of 44 px', () => {
      const lines = [at('a', 100), at('b', 130)]
      assert.equal(lineUnderPointer(lines, { x: 200, y: 100 - touchRadiusPx }), 'a')
      assert.equal(lineUnderPointer(lines, { x: 200, y: 118 }), 'b')
      assert.equal(lineUnderPointer(lines, { x: 200, y: 99 - touchRadiusPx }), undefined)
      assert.equal(touchRadiusPx * 2, 44)
    })

    test('is the one whose label is hit, even if another is nearer', () => {
      const lines = [at('a', 100, 6), at('b', 104, 70)]
      assert.equal(lineUnderPointer(lines, { x: 20, y: 104 }), 'a')
      assert.equal(lineUnderPointer(lines, { x: 90, y: 100 }), 'b')
      assert.equal(lineUnderPointer(lines, { x: 200, y: 101 }), 'a')
    })

    test('is the first of two at the same height', () => {
      assert.equal(lineUnderPointer([at('a', 100), at('b', 100)], { x: 0, y: 100 }), 'a')
    })
  })
})

describe('dragging', () => {
  const line = (change: Partial<OrderLine>): OrderLine => ({
    ...{ orderId: 7, kind: 'order', price: price(108_435), precision: 5, label: '', tone: 'accent' },
    dragKinds: { below: 'stop_loss', above: 'take_profit' },
    ...change,
  })

  describe('stop set by a drag', () => {
    test('is the stop of that side at the nearest price', () => {
      assert.deepEqual(stopForDrag(line({}), 1.084_301), { orderId: 7, kind: 'stop_loss', price: 108_430 })
      assert.deepEqual(stopForDrag(line({}), 1.084_399), { orderId: 7, kind: 'take_profit', price: 108_440 })
    })

    test('is none at the original price or on a side with a stop', () => {
      assert.equal(stopForDrag(line({}), 1.084_352), undefined)
      const half = line({ dragKinds: { below: undefined, above: 'take_profit' } })
      assert.equal(stopForDrag(half, 1.08), undefined)
      assert.equal(stopForDrag(half, 1.09)?.kind, 'take_profit')
    })

    test('keeps the kind of a dragged stop on either side', () => {
      const stop = line({ kind: 'stop_loss', dragKinds: { below: 'stop_loss', above: 'stop_loss' } })
      assert.deepEqual(
        [stopForDrag(stop, 1.08)?.kind, stopForDrag(stop, 1.09)?.kind],
        ['stop_loss', 'stop_loss'],
      )
    })

    test('is none at or below zero', () => {
      assert.equal(stopForDrag(line({}), 0.000_001), undefined)
      assert.equal(stopForDrag(line({}), -1), undefined)
    })

    test('finds every price from its axis value', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 10_000_000 }),
          fc.integer({ min: 0, max: 5 }),
          (steps, precision) => {
            const there = axisValue({ price: price(steps), precision })
            const found = stopForDrag(line({ price: price(steps + 1), precision }), there)
            assert.equal(found?.price, steps)
          },
        ),
      )
    })

    test('a line without drag kinds is not draggable', () => {
      assert.equal(isDraggable(line({})), true)
      assert.equal(isDraggable(line({ dragKinds: { below: undefined, above: 'take_profit' } })), true)
      assert.equal(isDraggable(line({ dragKinds: { below: undefined, above: undefined } })), false)
    })
  })
})
