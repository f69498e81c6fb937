import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { price } from '#core/money/amounts.ts'
import { isDraggable, lineUnderPointer, stopForDrag, touchRadiusPx } from '#web/chart/orders/drag-target.ts'
import { axisValue, type OrderLine } from '#web/chart/orders/order-marks.ts'

describe('touched line', () => {
  const at = (key: string, y: number, x?: number) => ({
    key,
    y,
    label: x === undefined ? undefined : { x, widthPx: 60 },
  })

  describe('the line under a finger', () => {
    test('is the nearest within reach, 44 px in all', () => {
      const lines = [at('a', 100), at('b', 130)]
      assert.equal(lineUnderPointer(lines, { x: 200, y: 100 - touchRadiusPx }), 'a')
      assert.equal(lineUnderPointer(lines, { x: 200, y: 118 }), 'b')
      assert.equal(lineUnderPointer(lines, { x: 200, y: 99 - touchRadiusPx }), undefined)
      assert.equal(touchRadiusPx * 2, 44)
    })

    test('is the one whose label it is on, also when another is nearer', () => {
      const lines = [at('a', 100, 6), at('b', 104, 70)]
      assert.equal(lineUnderPointer(lines, { x: 20, y: 104 }), 'a')
      assert.equal(lineUnderPointer(lines, { x: 90, y: 100 }), 'b')
      assert.equal(lineUnderPointer(lines, { x: 200, y: 101 }), 'a')
    })

    test('of two in one place, is the one that is named first', () => {
      assert.equal(lineUnderPointer([at('a', 100), at('b', 100)], { x: 0, y: 100 }), 'a')
    })
  })
})

describe('meant stop', () => {
  const line = (told: Partial<OrderLine>): OrderLine => ({
    ...{ orderId: 7, kind: 'order', price: price(108_435), precision: 5, label: '', tone: 'accent' },
    dragKinds: { below: 'stop_loss', above: 'take_profit' },
    ...told,
  })

  describe('what dragging a line means', () => {
    test('the stop of the side it is dragged to, at the nearest step', () => {
      assert.deepEqual(stopForDrag(line({}), 1.084_301), { orderId: 7, kind: 'stop_loss', price: 108_430 })
      assert.deepEqual(stopForDrag(line({}), 1.084_399), { orderId: 7, kind: 'take_profit', price: 108_440 })
    })

    test('nothing back where it was, and nothing on a side where there is a stop already', () => {
      assert.equal(stopForDrag(line({}), 1.084_352), undefined)
      const half = line({ dragKinds: { below: undefined, above: 'take_profit' } })
      assert.equal(stopForDrag(half, 1.08), undefined)
      assert.equal(stopForDrag(half, 1.09)?.kind, 'take_profit')
    })

    test('a stop stays what it is on either side of where it was', () => {
      const stop = line({ kind: 'stop_loss', dragKinds: { below: 'stop_loss', above: 'stop_loss' } })
      assert.deepEqual(
        [stopForDrag(stop, 1.08)?.kind, stopForDrag(stop, 1.09)?.kind],
        ['stop_loss', 'stop_loss'],
      )
    })

    test('there is no price at or below zero', () => {
      assert.equal(stopForDrag(line({}), 0.000_001), undefined)
      assert.equal(stopForDrag(line({}), -1), undefined)
    })

    test('every price comes back from where it lies on the axis', () => {
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

    test('a line that means nothing anywhere cannot be dragged', () => {
      assert.equal(isDraggable(line({})), true)
      assert.equal(isDraggable(line({ dragKinds: { below: undefined, above: 'take_profit' } })), true)
      assert.equal(isDraggable(line({ dragKinds: { below: undefined, above: undefined } })), false)
    })
  })
})
