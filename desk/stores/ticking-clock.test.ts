import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '#desk/platform/fake-timers.ts'
import { createTickingClock } from '#desk/stores/ticking-clock.ts'

test('updates the time twice a minute', () => {
  const timers = createFakeTimers(1_000)
  const minute = createTickingClock(timers, timers.now)
  const told: number[] = []
  minute.subscribe(() => told.push(minute.get()))
  assert.equal(minute.get(), 1_000)
  timers.advance(65_000)
  assert.deepEqual([told, timers.pendingCount()], [[31_000, 61_000], 1])
})
