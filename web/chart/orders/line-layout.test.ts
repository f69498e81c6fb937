import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { price } from '#core/money/amounts.ts'
import {
  gripPx,
  isGrabbable,
  placeLabels,
  placeLines,
  rangeWithLines,
  withoutOverlaps,
} from '#web/chart/orders/line-layout.ts'
import type { OrderLine } from '#web/chart/orders/order-marks.ts'

describe('laid lines', () => {
  const line = (orderId: number, steps: number, isFree = true): OrderLine => ({
    ...{ orderId, kind: 'order', price: price(steps), precision: 0, label: 'words', tone: 'accent' },
    dragKinds: { below: isFree ? 'stop_loss' : undefined, above: undefined },
  })

  /** A pixel a step, from 300 at the top to 0. */
  const pane = {
    ...{ widthPx: 300, heightPx: 300, textPx: 10 },
    yOf: (value: number) => 300 - value,
    textWidth: (text: string) => text.length * 6,
  }

  describe('lines in their pane', () => {
    test('lie where their price is, and have a grip where they can be dragged', () => {
      const [free, fixed] = placeLines([line(1, 200), line(2, 100, false)], pane)
      assert.ok(free && fixed)
      assert.deepEqual([free.y, fixed.y], [100, 200])
      assert.deepEqual([isGrabbable(free), isGrabbable(fixed)], [true, false])
      assert.equal((free.label?.widthPx ?? 0) - (fixed.label?.widthPx ?? 0), gripPx)
    })

    test('beyond the axis are words with an arrow at that edge, and cannot be taken hold of', () => {
      const [above, below] = placeLines([line(1, 900), line(2, -900)], pane)
      assert.ok(above && below)
      assert.deepEqual([above.text, below.text], ['↑ words', '↓ words'])
      assert.ok(above.y > 0 && above.y < 60, String(above.y))
      assert.ok(below.y < 300 && below.y > 240, String(below.y))
      assert.deepEqual([isGrabbable(above), isGrabbable(below)], [false, false])
    })

    test('so close that there is no room for all words keep their place', () => {
      const laid = placeLines(
        Array.from({ length: 9 }, (_, id) => line(id, 150)),
        pane,
      )
      assert.deepEqual(new Set(laid.map(({ y }) => y)), new Set([150]))
      assert.ok(laid[0]?.label !== undefined && laid.at(-1)?.label === undefined)
    })
  })
})

describe('label places', () => {
  const room = { heightPx: 20, startPx: 6, endPx: 300, gapPx: 4 }
  const wish = (key: string, y: number, widthPx = 80) => ({ key, y, widthPx })

  describe('labels', () => {
    test('stand at the left, where none is near', () => {
      assert.deepEqual(placeLabels([wish('a', 10), wish('b', 30), wish('c', 90)], room), [
        { key: 'a', x: 6 },
        { key: 'b', x: 6 },
        { key: 'c', x: 6 },
      ])
    })

    test('stand beside each other where they would cover each other, the first one first', () => {
      assert.deepEqual(placeLabels([wish('a', 10), wish('b', 15), wish('c', 32)], room), [
        { key: 'a', x: 6 },
        { key: 'b', x: 90 },
        // Only the second one is in its way.
        { key: 'c', x: 6 },
      ])
    })

    test('are left out where there is no room', () => {
      const keys = placeLabels(
        ['a', 'b', 'c', 'd'].map((key) => wish(key, 10)),
        room,
      ).map(({ key }) => key)
      assert.deepEqual(keys, ['a', 'b', 'c'])
    })

    test('never cover each other and never leave the room', () => {
      const wishes = fc.array(
        fc.record({ y: fc.integer({ min: 0, max: 200 }), widthPx: fc.integer({ min: 20, max: 140 }) }),
        {
          maxLength: 40,
        },
      )
      fc.assert(
        fc.property(wishes, (those) => {
          const all = those.map((one, index) => ({ ...one, key: String(index) }))
          const placed = placeLabels(all, room).map(({ key, x }) => ({
            x,
            ...(all[Number(key)] ?? wish('', 0)),
          }))
          for (const [index, one] of placed.entries()) {
            assert.ok(one.x >= room.startPx && one.x + one.widthPx <= room.endPx)
            for (const other of placed.slice(index + 1)) {
              const isBeside = one.x + one.widthPx <= other.x || other.x + other.widthPx <= one.x
              assert.ok(isBeside || Math.abs(one.y - other.y) >= room.heightPx)
            }
          }
        }),
      )
    })
  })

  test('of what stands too close, what matters most is kept', () => {
    const wishes = [wish('price', 50), wish('near', 60), wish('far', 80), wish('nearer', 95)]
    assert.deepEqual([...withoutOverlaps(wishes, 20)], ['price', 'far'])
  })
})

describe('widened range', () => {
  describe('what the axis shows', () => {
    test('are the candles, where there are no lines or all are among them', () => {
      assert.deepEqual(rangeWithLines({ from: 100, to: 110 }, []), { from: 100, to: 110 })
      assert.deepEqual(rangeWithLines({ from: 100, to: 110 }, [100, 105]), { from: 100, to: 110 })
    })

    test('reaches lines on both sides', () => {
      assert.deepEqual(rangeWithLines({ from: 100, to: 110 }, [95, 118]), { from: 95, to: 118 })
    })

    test('does not reach for a line so far that the candles would be flat, but for nearer ones', () => {
      assert.deepEqual(rangeWithLines({ from: 100, to: 110 }, [200, 112, 90]), { from: 90, to: 112 })
    })

    test('has room for lines beside candles that have not moved', () => {
      assert.deepEqual(rangeWithLines({ from: 1.08, to: 1.08 }, [1.0804, 1.09]), { from: 1.08, to: 1.0804 })
    })

    test('always shows all candles, in a third of the height at least', () => {
      const prices = fc.array(fc.double({ min: 1, max: 300, noNaN: true }), { maxLength: 60 })
      fc.assert(
        fc.property(prices, (those) => {
          const { from, to } = rangeWithLines({ from: 100, to: 110 }, those)
          assert.ok(from <= 100 && to >= 110 && to - from <= 30)
        }),
      )
    })
  })
})
