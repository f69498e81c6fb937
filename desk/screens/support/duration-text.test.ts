import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { durationOf } from '#desk/screens/support/duration-text.ts'

const table = [
  [0, 'duration.seconds', { seconds: 0 }],
  [59.9, 'duration.seconds', { seconds: 59 }],
  [60, 'duration.minutes', { minutes: 1, seconds: 0 }],
  [3_599, 'duration.minutes', { minutes: 59, seconds: 59 }],
  [3_600, 'duration.hours', { hours: 1, minutes: 0 }],
  [86_399, 'duration.hours', { hours: 23, minutes: 59 }],
  [86_400, 'duration.days', { days: 1, hours: 0 }],
  [31_622_400, 'duration.days', { days: 366, hours: 0 }],
] as const

describe('a duration', () => {
  for (const [seconds, key, values] of table)
    test(`of ${seconds} s is ${key} ${Object.values(values).join(' ')}`, () => {
      assert.deepEqual(durationOf(seconds), { key, values })
    })
})
