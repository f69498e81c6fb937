import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createTickingClock } from '#desk/stores/ticking-clock.ts'

test('updates the time twice a minute', () => {
  const timers = createFakeTimers(1_000)
  const clock = createTickingClock(timers, timers.now)
  const times: number[] = []
  clock.subscribe(() => times.push(clock.getSnapshot()))
  assert.equal(clock.getSnapshot(), 1_000)
  timers.advance(65_000)
  assert.deepEqual([times, timers.pending().length], [[31_000, 61_000], 1])
})
