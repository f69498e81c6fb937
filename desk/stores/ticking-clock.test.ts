import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '#desk/platform/fake-timers.ts'
import { createTickingClock } from '#desk/stores/ticking-clock.ts'

test('updates the time twice a minute', () => {
  const timers = createFakeTimers(1_000)
  const clock = createTickingClock(timers, timers.now)
  const times: number[] = []
  clock.subscribe(() => times.push(clock.get()))
  assert.equal(clock.get(), 1_000)
  timers.advance(65_000)
  assert.deepEqual([times, timers.pendingCount()], [[31_000, 61_000], 1])
})
