import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'
import {
  gripPx,
  isGrabbable,
  placeLabels,
  placeLines,
  rangeWithLines,
  withoutOverlaps,
} from '#web/chart/orders/line-layout.ts'
import type { OrderLine } from '#web/chart/orders/order-marks.ts'

describe('line placement', () => {
  const line = (orderId: number, steps: number, isFree = true): OrderLine => ({
    ...{ orderId, kind: 'order', price: price(steps), precision: 0, label: 'label', tone: 'accent' },
    dragKinds: { below: isFree ? 'stop_loss' : undefined, above: undefined },
  })

  /** One pixel per price step: 300 at the top, 0 at the bottom. */
  const pane = {
    ...{ widthPx: 300, heightPx: 300, textPx: 10 },
    yOf: (value: number) => 300 - value,
    textWidth: (text: string) => text.length * 6,
  }

  describe('placed lines', () => {
    test('are at their price, with a drag handle if draggable', () => {
      const [free, fixed] = placeLines([line(1, 200), line(2, 100, false)], pane)
      assert.ok(free && fixed)
      assert.deepEqual([free.y, fixed.y], [100, 200])
      assert.deepEqual([isGrabbable(free), isGrabbable(fixed)], [true, false])
      assert.equal((free.label?.widthPx ?? 0) - (fixed.label?.widthPx ?? 0), gripPx)
    })

    test('outside the axis show a label with an arrow at the edge and are not grabbable', () => {
      const [above, below] = placeLines([line(1, 900), line(2, -900)], pane)
      assert.ok(above && below)
      assert.deepEqual([above.text, below.text], ['↑ label', '↓ label'])
      assert.ok(above.y > 0 && above.y < 60, String(above.y))
      assert.ok(below.y < 300 && below.y > 240, String(below.y))
      assert.deepEqual([isGrabbable(above), isGrabbable(below)], [false, false])
    })

    test('at the same price keep their height, and labels without space are left out', () => {
      const placed = placeLines(
        Array.from({ length: 9 }, (_, id) => line(id, 150)),
        pane,
      )
      assert.deepEqual(new Set(placed.map(({ y }) => y)), new Set([150]))
      assert.ok(placed[0]?.label !== undefined && placed.at(-1)?.label === undefined)
    })
  })
})

describe('label placement', () => {
  const area = { heightPx: 20, startPx: 6, endPx: 300, gapPx: 4 }
  const request = (key: string, y: number, widthPx = 80) => ({ key, y, widthPx })

  describe('labels', () => {
    test('are at the left if none is close', () => {
      assert.deepEqual(placeLabels([request('a', 10), request('b', 30), request('c', 90)], area), [
        { key: 'a', x: 6 },
        { key: 'b', x: 6 },
        { key: 'c', x: 6 },
      ])
    })

    test('are side by side if they would overlap, in order', () => {
      assert.deepEqual(placeLabels([request('a', 10), request('b', 15), request('c', 32)], area), [
        { key: 'a', x: 6 },
        { key: 'b', x: 90 },
        // Label c overlaps only label b, which is further right.
        { key: 'c', x: 6 },
      ])
    })

    test('are left out without space', () => {
      const keys = placeLabels(
        ['a', 'b', 'c', 'd'].map((key) => request(key, 10)),
        area,
      ).map(({ key }) => key)
      assert.deepEqual(keys, ['a', 'b', 'c'])
    })

    test('never overlap and never leave the area', () => {
      const requests = fc.array(
        fc.record({ y: fc.integer({ min: 0, max: 200 }), widthPx: fc.integer({ min: 20, max: 140 }) }),
        {
          maxLength: 40,
        },
      )
      fc.assert(
        fc.property(requests, (given) => {
          const all = given.map((one, index) => ({ ...one, key: String(index) }))
          const placed = placeLabels(all, area).map(({ key, x }) => ({
            x,
            ...(all[Number(key)] ?? request('', 0)),
          }))
          for (const [index, one] of placed.entries()) {
            assert.ok(one.x >= area.startPx && one.x + one.widthPx <= area.endPx)
            for (const other of placed.slice(index + 1)) {
              const isBeside = one.x + one.widthPx <= other.x || other.x + other.widthPx <= one.x
              assert.ok(isBeside || Math.abs(one.y - other.y) >= area.heightPx)
            }
          }
        }),
      )
    })
  })

  test('keeps the first of items that are too close', () => {
    const requests = [request('price', 50), request('near', 60), request('far', 80), request('nearer', 95)]
    assert.deepEqual([...withoutOverlaps(requests, 20)], ['price', 'far'])
  })
})

describe('price range', () => {
  describe('axis range', () => {
    test('is that of the candles without lines outside it', () => {
      assert.deepEqual(rangeWithLines({ from: 100, to: 110 }, []), { from: 100, to: 110 })
      assert.deepEqual(rangeWithLines({ from: 100, to: 110 }, [100, 105]), { from: 100, to: 110 })
    })

    test('includes lines on both sides', () => {
      assert.deepEqual(rangeWithLines({ from: 100, to: 110 }, [95, 118]), { from: 95, to: 118 })
    })

    test('includes near lines but not one that would flatten the candles', () => {
      assert.deepEqual(rangeWithLines({ from: 100, to: 110 }, [200, 112, 90]), { from: 90, to: 112 })
    })

    test('includes lines next to flat candles', () => {
      assert.deepEqual(rangeWithLines({ from: 1.08, to: 1.08 }, [1.0804, 1.09]), { from: 1.08, to: 1.0804 })
    })

    test('always includes all candles, in at least a third of the height', () => {
      const prices = fc.array(fc.double({ min: 1, max: 300, noNaN: true }), { maxLength: 60 })
      fc.assert(
        fc.property(prices, (given) => {
          const { from, to } = rangeWithLines({ from: 100, to: 110 }, given)
          assert.ok(from <= 100 && to >= 110 && to - from <= 30)
        }),
      )
    })
  })
})
