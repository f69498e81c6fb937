import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'

test('runs timers in order of their due time, ties in the order they were set', () => {
  const timers = createFakeTimers()
  const ran: string[] = []
  timers.after(20, () => ran.push('late'))
  timers.after(10, () => ran.push('first of two'))
  timers.after(10, () => ran.push('second of two'))
  timers.advance(9)
  assert.deepEqual(ran, [])
  timers.advance(11)
  assert.deepEqual(ran, ['first of two', 'second of two', 'late'])
})

test('runs a timer set by a timer in the same advance if it is due', () => {
  const timers = createFakeTimers(1_000)
  const at: number[] = []
  timers.after(10, () => timers.after(10, () => at.push(timers.now())))
  timers.advance(25)
  assert.deepEqual(at, [1_020])
  assert.equal(timers.now(), 1_025)
})

test('a cancelled timer neither runs nor stays pending', () => {
  const timers = createFakeTimers()
  const cancel = timers.after(10, () => assert.fail('it was cancelled'))
  assert.deepEqual(timers.pending(), [10])
  cancel()
  cancel()
  timers.advance(100)
  assert.deepEqual(timers.pending(), [])
})
