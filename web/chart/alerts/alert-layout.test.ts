import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import {
  type AlertLine,
  alertUnder,
  markSize,
  maxAlertLines,
  placeAlerts,
} from '#web/chart/alerts/alert-layout.ts'

const line = (alertId: number, steps: number): AlertLine => ({ alertId, price: price(steps), precision: 0 })
/** One pixel per price step: 300 at the top, 0 at the bottom. */
const pane = { widthPx: 300, heightPx: 300, textPx: 11, yOf: (value: number) => 300 - value }
const size = markSize(pane.textPx)

describe('alerts on the chart', () => {
  test('lie at their price, with the mark at the right edge', () => {
    const [placed] = placeAlerts([line(1, 200)], pane)
    assert.deepEqual(placed, { line: line(1, 200), y: 100, beyond: undefined, markX: 300 - 6 - size })
  })
  test('that overlap have their marks side by side, and those without space have none', () => {
    const placed = placeAlerts(
      [200, 201, 199, 202, 198, 197].map((steps, id) => line(id, steps)),
      pane,
    )
    const marks = placed.map(({ markX }) => markX)
    assert.deepEqual(marks.slice(0, 3), [274, 251, 228])
    assert.equal(marks.at(-1), undefined)
  })
  test('beyond the axis keep their mark at the edge', () => {
    const placed = placeAlerts([line(1, 900), line(2, -900)], pane)
    assert.deepEqual(
      placed.map(({ beyond }) => beyond),
      ['top', 'bottom'],
    )
    assert.ok(placed.every(({ y, markX }) => y > 0 && y < 300 && markX !== undefined))
  })
  test('are limited to the first ones', () => {
    const many = Array.from({ length: maxAlertLines + 5 }, (_, id) => line(id, id))
    assert.equal(placeAlerts(many, pane).length, maxAlertLines)
  })
})

describe('the alert under a finger', () => {
  const placed = placeAlerts([line(1, 200), line(2, 160)], pane)
  const x = 300 - 6 - size / 2

  test('is the one with the nearest mark, within 22 px', () => {
    assert.equal(alertUnder(placed, { x, y: 100 }, pane.textPx), 1)
    assert.equal(alertUnder(placed, { x, y: 121 }, pane.textPx), 2)
    assert.equal(alertUnder(placed, { x, y: 79 }, pane.textPx), 1)
    assert.equal(alertUnder(placed, { x, y: 77 }, pane.textPx), undefined)
  })
  test('is none on the line beside the mark', () => {
    assert.equal(alertUnder(placed, { x: x - 23, y: 100 }, pane.textPx), undefined)
  })
})
