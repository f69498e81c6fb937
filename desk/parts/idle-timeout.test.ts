import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createIdleTimeout, idleTimeoutMs } from '#desk/parts/idle-timeout.ts'

function createHarness() {
  const timers = createFakeTimers(5_000)
  const clock = { sleptMs: 0 }
  let times = 0
  const idleTimeout = createIdleTimeout({
    timers,
    now: () => timers.now() + clock.sleptMs,
    onIdle: () => {
      times += 1
    },
  })
  return { idleTimeout, timers, clock, times: () => times }
}

describe('the idle timeout', () => {
  test('fires once, half an hour after the last activity', () => {
    const { idleTimeout, timers, times } = createHarness()
    idleTimeout.start()
    timers.advance(idleTimeoutMs - 1)
    idleTimeout.recordActivity()
    timers.advance(idleTimeoutMs - 1)
    assert.deepEqual([times(), idleTimeout.idleMs()], [0, idleTimeoutMs - 1])
    timers.advance(1)
    timers.advance(idleTimeoutMs)
    assert.deepEqual([times(), timers.pending().length], [1, 0])
  })

  test('fires on the first activity after a long sleep of the computer', () => {
    const { idleTimeout, timers, clock, times } = createHarness()
    idleTimeout.start()
    clock.sleptMs = idleTimeoutMs
    idleTimeout.recordActivity()
    idleTimeout.recordActivity()
    assert.deepEqual([times(), timers.pending().length], [1, 0])
  })

  test('does nothing before start and after stop', () => {
    const { idleTimeout, timers, times } = createHarness()
    idleTimeout.recordActivity()
    idleTimeout.start()
    idleTimeout.stop()
    idleTimeout.recordActivity()
    timers.advance(2 * idleTimeoutMs)
    assert.deepEqual([times(), timers.pending().length], [0, 0])
  })

  test('uses one timer for any number of activities', () => {
    const { idleTimeout, timers } = createHarness()
    idleTimeout.start()
    for (let move = 0; move < 100; move += 1) idleTimeout.recordActivity()
    assert.equal(timers.pending().length, 1)
  })
})
