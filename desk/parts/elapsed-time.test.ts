import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elapsedSince } from '#desk/parts/elapsed-time.ts'

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
