import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createIdleTimeout, idleTimeoutMs } from '#desk/parts/idle-timeout.ts'
import { createFakeTimers } from '#desk/platform/fake-timers.ts'

function stage() {
  const timers = createFakeTimers(5_000)
  const clock = { sleptMs: 0 }
  let times = 0
  const attention = createIdleTimeout({
    timers,
    now: () => timers.now() + clock.sleptMs,
    onIdle: () => {
      times += 1
    },
  })
  return { attention, timers, clock, times: () => times }
}

describe('attention', () => {
  test('is lost half an hour after the last sign of anybody, once', () => {
    const { attention, timers, times } = stage()
    attention.start()
    timers.advance(idleTimeoutMs - 1)
    attention.recordActivity()
    timers.advance(idleTimeoutMs - 1)
    assert.deepEqual([times(), attention.idleMs()], [0, idleTimeoutMs - 1])
    timers.advance(1)
    timers.advance(idleTimeoutMs)
    assert.deepEqual([times(), timers.pendingCount()], [1, 0])
  })

  test('is not regained by the first movement after a long sleep', () => {
    const { attention, timers, clock, times } = stage()
    attention.start()
    clock.sleptMs = idleTimeoutMs
    attention.recordActivity()
    attention.recordActivity()
    assert.deepEqual([times(), timers.pendingCount()], [1, 0])
  })

  test('means nothing before it begins and after it was stopped', () => {
    const { attention, timers, times } = stage()
    attention.recordActivity()
    attention.start()
    attention.stop()
    attention.recordActivity()
    timers.advance(2 * idleTimeoutMs)
    assert.deepEqual([times(), timers.pendingCount()], [0, 0])
  })

  test('takes one timer, however much is moved', () => {
    const { attention, timers } = stage()
    attention.start()
    for (let move = 0; move < 100; move += 1) attention.recordActivity()
    assert.equal(timers.pendingCount(), 1)
  })
})
