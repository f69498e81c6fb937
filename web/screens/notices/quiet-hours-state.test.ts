import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  defaultQuietHours,
  hasQuietHours,
  minuteOfTime,
  noQuietHours,
  timeOfMinute,
} from '#web/screens/notices/quiet-hours-state.ts'

describe('the time of quiet hours', () => {
  for (const [time, minute] of [
    ['00:00', 0],
    ['07:05', 425],
    ['23:59', 1439],
  ] as const)
    test(`${time} -> minute ${minute}, and back`, () => {
      assert.deepEqual([minuteOfTime(time), timeOfMinute(minute)], [minute, time])
    })

  // Some browsers add seconds.
  test('22:30:00 -> minute 1350', () => assert.equal(minuteOfTime('22:30:00'), 1350))

  for (const time of ['', '24:00', '7:05', '12:60', 'noon'])
    test(`"${time}" -> undefined`, () => assert.equal(minuteOfTime(time), undefined))

  test('equal ends -> no quiet hours', () => {
    const night = defaultQuietHours()
    assert.deepEqual([hasQuietHours(night), hasQuietHours(noQuietHours(night))], [true, false])
  })
})
