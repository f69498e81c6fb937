import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/price.ts'
import { gripPx, hasGrip, laidLines } from '#web/chart/marks/laid-lines.ts'
import type { MarkLine } from '#web/chart/marks/mark-types.ts'

const line = (orderId: number, steps: number, isFree = true): MarkLine => ({
  ...{ orderId, kind: 'order', price: price(steps), precision: 0, label: 'words', tone: 'accent' },
  becomes: { below: isFree ? 'stop_loss' : undefined, above: undefined },
})

/** A pixel a step, from 300 at the top to 0. */
const pane = {
  ...{ widthPx: 300, heightPx: 300, textPx: 10 },
  yOf: (value: number) => 300 - value,
  textWidth: (text: string) => text.length * 6,
}

describe('lines in their pane', () => {
  test('lie where their price is, and have a grip where they can be dragged', () => {
    const [free, fixed] = laidLines([line(1, 200), line(2, 100, false)], pane)
    assert.ok(free && fixed)
    assert.deepEqual([free.y, fixed.y], [100, 200])
    assert.deepEqual([hasGrip(free), hasGrip(fixed)], [true, false])
    assert.equal((free.label?.widthPx ?? 0) - (fixed.label?.widthPx ?? 0), gripPx)
  })

  test('beyond the axis are words with an arrow at that edge, and cannot be taken hold of', () => {
    const [above, below] = laidLines([line(1, 900), line(2, -900)], pane)
    assert.ok(above && below)
    assert.deepEqual([above.text, below.text], ['↑ words', '↓ words'])
    assert.ok(above.y > 0 && above.y < 60, String(above.y))
    assert.ok(below.y < 300 && below.y > 240, String(below.y))
    assert.deepEqual([hasGrip(above), hasGrip(below)], [false, false])
  })

  test('so close that there is no room for all words keep their place', () => {
    const laid = laidLines(
      Array.from({ length: 9 }, (_, id) => line(id, 150)),
      pane,
    )
    assert.deepEqual(new Set(laid.map(({ y }) => y)), new Set([150]))
    assert.ok(laid[0]?.label !== undefined && laid.at(-1)?.label === undefined)
  })
})
