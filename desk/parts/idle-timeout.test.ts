import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAttention, unattendedAfterMs } from '#desk/parts/idle-timeout.ts'
import { createHandTimers } from '#desk/platform/fake-timers.ts'

function stage() {
  const timers = createHandTimers(5_000)
  const clock = { sleptMs: 0 }
  let times = 0
  const attention = createAttention({
    timers,
    now: () => timers.now() + clock.sleptMs,
    unattended: () => {
      times += 1
    },
  })
  return { attention, timers, clock, times: () => times }
}

describe('attention', () => {
  test('is lost half an hour after the last sign of anybody, once', () => {
    const { attention, timers, times } = stage()
    attention.begin()
    timers.pass(unattendedAfterMs - 1)
    attention.noticed()
    timers.pass(unattendedAfterMs - 1)
    assert.deepEqual([times(), attention.awayMs()], [0, unattendedAfterMs - 1])
    timers.pass(1)
    timers.pass(unattendedAfterMs)
    assert.deepEqual([times(), timers.count()], [1, 0])
  })

  test('is not regained by the first movement after a long sleep', () => {
    const { attention, timers, clock, times } = stage()
    attention.begin()
    clock.sleptMs = unattendedAfterMs
    attention.noticed()
    attention.noticed()
    assert.deepEqual([times(), timers.count()], [1, 0])
  })

  test('means nothing before it begins and after it was stopped', () => {
    const { attention, timers, times } = stage()
    attention.noticed()
    attention.begin()
    attention.stop()
    attention.noticed()
    timers.pass(2 * unattendedAfterMs)
    assert.deepEqual([times(), timers.count()], [0, 0])
  })

  test('takes one timer, however much is moved', () => {
    const { attention, timers } = stage()
    attention.begin()
    for (let move = 0; move < 100; move += 1) attention.noticed()
    assert.equal(timers.count(), 1)
  })
})
