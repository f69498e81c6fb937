import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs, minuteMs } from '#core/candle/period.ts'
import { chunksOf } from '#web/chart/events/event-chunks.ts'
import { leastImportance } from '#web/chart/events/event-level.ts'
import { eventMarks, markAt } from '#web/chart/events/event-marks.ts'

const at = (minutes: number) => minutes * minuteMs
/** 15min candles with one missing, from 45 to 60. */
const bars = [0, 15, 30, 60, 75].map((minutes) => ({ timestamp: at(minutes) }))
const axis = { bars, periodMs: at(15), barPx: 20 }
const times = (...events: readonly (readonly [minutes: number, importance: number])[]) =>
  events.map(([minutes, importance]) => ({ timeMs: at(minutes), importance }))

describe('marks of events', () => {
  test('of one candle become one, with the highest importance and all their times', () => {
    assert.deepEqual(eventMarks(times([15, 1], [20, 3], [29, 2], [30, 1]), axis), [
      { dataIndex: 1, firstMs: at(15), lastMs: at(29), importance: 3 },
      { dataIndex: 2, firstMs: at(30), lastMs: at(30), importance: 1 },
    ])
  })

  for (const [name, minutes, dataIndex] of [
    ['before the first candle are left out', -1, undefined],
    ['at the first moment of a candle belong to it', 30, 2],
    ['without prices belong to the candle before', 50, 2],
    ['in the last candle belong to it', 89, 4],
    ['after the last candle have the place of the candle to come', 91, 5],
    ['far ahead do, too', 75 + 15 * 40, 44],
  ] as const) {
    test(name, () => {
      const [mark] = eventMarks(times([minutes, 2]), axis)
      assert.equal(mark?.dataIndex, dataIndex)
    })
  }

  test('that are too close to be told apart become one', () => {
    const all = times([0, 1], [15, 3], [30, 1])
    const seen = (barPx: number) => eventMarks(all, { ...axis, barPx }).map(({ dataIndex }) => dataIndex)
    assert.deepEqual(seen(10), [0, 1, 2])
    assert.deepEqual(seen(7), [0, 2])
    assert.deepEqual(seen(1), [0])
  })

  test('do not exist without candles', () =>
    assert.deepEqual(eventMarks(times([1, 3]), { ...axis, bars: [] }), []))

  test('are hit within 22 pixels, the nearest first', () => {
    const marks = [{ x: 100 }, { x: 130 }]
    const seen = [77, 78, 114, 116, 152, 153].map((x) => markAt(marks, x)?.x)
    assert.deepEqual(seen, [undefined, 100, 100, 130, 130, undefined])
  })
})

describe('the chunks of events to read', () => {
  const days = (chunks: ReturnType<typeof chunksOf>) =>
    chunks.map(({ fromMs, toMs }) => [fromMs / dayMs, toMs / dayMs])

  test('are the same wherever the view is within them', () => {
    assert.deepEqual(days(chunksOf(31 * dayMs, 32 * dayMs, '1min')), [[30, 60]])
    assert.deepEqual(days(chunksOf(30 * dayMs, 60 * dayMs, '60min')), [[30, 60]])
    assert.deepEqual(days(chunksOf(59 * dayMs, 60 * dayMs + 1, '15min')), [
      [30, 60],
      [60, 90],
    ])
  })

  test('are as long as the call allows for daily candles', () => {
    assert.deepEqual(days(chunksOf(399 * dayMs, 401 * dayMs, '1day')), [
      [0, 400],
      [400, 800],
    ])
  })

  test('are bounded, and none for an empty view', () => {
    const chunks = chunksOf(0, 3_000 * dayMs, '5min')
    assert.equal(chunks.length, 4)
    assert.equal(chunks.at(-1)?.toMs, 3_000 * dayMs)
    assert.deepEqual(chunksOf(dayMs, dayMs, '5min'), [])
  })
})

describe('the lowest importance that is marked', () => {
  for (const [level, period, least] of [
    ['off', '15min', undefined],
    ['high', '15min', 3],
    ['all', '60min', 1],
    ['all', '1day', 3],
  ] as const) {
    test(`is ${least} for ${level} at ${period}`, () => assert.equal(leastImportance(level, period), least))
  }
})
