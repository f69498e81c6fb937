import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elapsedSince, formatDateTime } from '#desk/parts/time-format.ts'

test('formats a time in the given zone', () => {
  const iso = '2026-03-05T22:04:09.000Z'
  assert.equal(formatDateTime(iso, 'en', 'UTC'), 'Mar 5, 2026, 22:04:09')
  assert.equal(formatDateTime(iso, 'en', 'Asia/Hong_Kong'), 'Mar 6, 2026, 06:04:09')
  assert.equal(formatDateTime('2026-03-05T00:04:09.000Z', 'en', 'UTC'), 'Mar 5, 2026, 00:04:09')
})

test('formats an invalid time as empty', () => assert.equal(formatDateTime('yesterday', 'en'), ''))

const start = '2026-03-05T00:00:00.000Z'
const spans = [
  [-60_000, 'span.moment', 0],
  [0, 'span.moment', 0],
  [59_999, 'span.moment', 0],
  [60_000, 'span.minutes', 1],
  [59 * 60_000 + 59_999, 'span.minutes', 59],
  [3_600_000, 'span.hours', 1],
  [86_399_999, 'span.hours', 23],
  [86_400_000, 'span.days', 1],
  [40 * 86_400_000, 'span.days', 40],
] as const

for (const [agoMs, key, count] of spans) {
  test(`${agoMs} ms ago is ${key} ${count}`, () => {
    assert.deepEqual(elapsedSince(start, new Date(start).getTime() + agoMs), { key, count })
  })
}

test('shows an invalid time as just now', () => assert.equal(elapsedSince('x', 5).key, 'span.moment'))
