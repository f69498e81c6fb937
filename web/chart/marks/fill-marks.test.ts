import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawnOrder } from '#test/chart/drawn-order.ts'
import { barAt } from '#web/chart/marks/bar-at.ts'
import { fillMarks } from '#web/chart/marks/fill-marks.ts'

const openedMs = Date.UTC(2026, 10, 14, 8, 0, 1)
const endedAt = '2026-11-14T09:30:00Z'
const opening = { side: 'buy', what: 'opening', timeMs: openedMs, price: 108_435, precision: 5 }

describe('the marks of fills', () => {
  test('of an open order, where it opened; of a closed one, also where it closed', () => {
    assert.deepEqual(fillMarks([drawnOrder()]), [opening])
    const closed = drawnOrder({ status: 'closed', endedAt, closingPrice: '1.08612' })
    assert.deepEqual(fillMarks([closed]), [
      opening,
      { ...opening, what: 'closing', timeMs: Date.parse(endedAt), price: 108_612 },
    ])
  })

  test('none of an order that waits or was cancelled', () => {
    const pending = drawnOrder({ status: 'pending', openedAt: null })
    const cancelled = drawnOrder({ status: 'cancelled', openedAt: null, endedAt })
    assert.deepEqual(fillMarks([pending, cancelled]), [])
  })

  test('the opening of an order of which a part was closed is marked once', () => {
    const part = drawnOrder({ id: 8, parentId: 7, status: 'closed', endedAt, closingPrice: '1.08612' })
    assert.deepEqual(
      fillMarks([part, drawnOrder()]).map(({ what }) => what),
      ['opening', 'closing'],
    )
  })

  test('nothing where the wire says what is no price or no moment', () => {
    assert.deepEqual(fillMarks([drawnOrder({ openPrice: 'x' }), drawnOrder({ openedAt: 'x' })]), [])
  })
})

describe('the bar of a moment', () => {
  const bars = [100, 200, 400].map((timestamp) => ({ timestamp }))

  test('is the last that began until then', () => {
    assert.deepEqual(
      [100, 199, 200, 399, 400, 9_999].map((timeMs) => barAt(bars, timeMs)),
      [0, 0, 1, 1, 2, 2],
    )
  })

  test('is none before the first', () => {
    assert.equal(barAt(bars, 99), undefined)
    assert.equal(barAt([], 99), undefined)
  })
})
