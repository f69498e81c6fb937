import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

test('what falls due runs in order, at its own moment, with what it set up on the way', () => {
  const timers = createFakeTimers(1_000)
  const said: string[] = []
  const say = (what: string) => said.push(`${what} ${timers.clock.now()}`)
  timers.after(30, () => say('after'))
  timers.every(20, () => say('every'))
  timers.after(40, () => {
    say('first')
    timers.soon(() => say('soon'))
  })
  timers.advance(45)
  assert.deepEqual(said, ['every 1020', 'after 1030', 'every 1040', 'first 1040', 'soon 1040'])
  assert.equal(timers.clock.elapsed(), 1_045)
  assert.deepEqual(timers.pending(), [15])
})

test('what is cancelled does not run, and nothing is left of it', () => {
  const timers = createFakeTimers()
  const fail = () => assert.fail('it was cancelled')
  for (const cancel of [timers.after(5, fail), timers.every(5, fail), timers.soon(fail)]) {
    cancel()
    cancel()
  }
  timers.advance(100)
  assert.deepEqual(timers.pending(), [])
})

test('a repeating timer can be stopped from within', () => {
  const timers = createFakeTimers()
  let times = 0
  const stop = timers.every(10, () => {
    times += 1
    if (times === 3) stop()
  })
  timers.advance(1_000)
  assert.equal(times, 3)
})
