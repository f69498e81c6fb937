import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLongPress, type LongPress } from '#web/chart/gestures/long-press.ts'

const at = { x: 100, y: 200 }

describe('a press on the chart', () => {
  const table: readonly (readonly [string, (press: LongPress) => void, number, boolean])[] = [
    ['of half a second is long', () => undefined, 500, true],
    ['that ends earlier is a tap', () => undefined, 499, false],
    ['of a trembling finger is long', (press) => press.move({ x: 106, y: 208 }), 900, true],
    ['that moves is another gesture', (press) => press.move({ x: 100, y: 211 }), 900, false],
    ['with a second finger is a zoom', (press) => press.down({ x: 9, y: 9 }, 1_100, false), 900, false],
    ['that the browser takes for scrolling is none', (press) => press.cancel(), 900, false],
  ]
  for (const [name, happens, lengthMs, isLong] of table)
    test(name, () => {
      const press = createLongPress()
      press.down(at, 1_000, true)
      happens(press)
      assert.deepEqual(press.up(1_000 + lengthMs), isLong ? at : undefined)
    })

  test('that moved away and came back is no long press', () => {
    const press = createLongPress()
    press.down(at, 0, true)
    press.move({ x: 140, y: 200 })
    press.move(at)
    assert.equal(press.up(900), undefined)
  })
  test('counts once, and lasts until it ends', () => {
    const press = createLongPress()
    assert.equal(press.isPressed(), false)
    press.down(at, 0, true)
    assert.equal(press.isPressed(), true)
    press.up(900)
    assert.deepEqual([press.isPressed(), press.up(1_800)], [false, undefined])
  })
})
