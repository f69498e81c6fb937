import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

test('fake timers run in order at their due time, including those set on the way', () => {
  const timers = createFakeTimers(1_000)
  const log: string[] = []
  const record = (what: string) => log.push(`${what} ${timers.clock.now()}`)
  timers.after(30, () => record('after'))
  timers.every(20, () => record('every'))
  timers.after(40, () => {
    record('first')
    timers.soon(() => record('soon'))
  })
  timers.advance(45)
  assert.deepEqual(log, ['every 1020', 'after 1030', 'every 1040', 'first 1040', 'soon 1040'])
  assert.equal(timers.clock.elapsed(), 1_045)
  assert.deepEqual(timers.pending(), [15])
})

test('cancelled timers do not run', () => {
  const timers = createFakeTimers()
  const fail = () => assert.fail('it was cancelled')
  for (const cancel of [timers.after(5, fail), timers.every(5, fail), timers.soon(fail)]) {
    cancel()
    cancel()
  }
  timers.advance(100)
  assert.deepEqual(timers.pending(), [])
})

test('a repeating timer can cancel itself', () => {
  const timers = createFakeTimers()
  let times = 0
  const stop = timers.every(10, () => {
    times += 1
    if (times === 3) stop()
  })
  timers.advance(1_000)
  assert.equal(times, 3)
})
