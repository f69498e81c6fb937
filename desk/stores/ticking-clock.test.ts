import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHandTimers } from '#desk/platform/fake-timers.ts'
import { createMinute } from '#desk/stores/ticking-clock.ts'

test('the time is told twice a minute, for as long as the page lives', () => {
  const timers = createHandTimers(1_000)
  const minute = createMinute(timers, timers.now)
  const told: number[] = []
  minute.subscribe(() => told.push(minute.get()))
  assert.equal(minute.get(), 1_000)
  timers.pass(65_000)
  assert.deepEqual([told, timers.count()], [[31_000, 61_000], 1])
})
