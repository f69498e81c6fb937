import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '#desk/platform/fake-timers.ts'
import { browserTimers } from '#desk/platform/timers.ts'

test('advance runs due timers in order, including those set while it runs', () => {
  const timers = createFakeTimers(100)
  const ran: string[] = []
  timers.after(30, () => ran.push(`late at ${timers.now()}`))
  timers.after(10, () => {
    ran.push(`early at ${timers.now()}`)
    timers.after(5, () => ran.push(`between at ${timers.now()}`))
  })
  timers.advance(20)
  assert.deepEqual(ran, ['early at 110', 'between at 115'])
  timers.advance(10)
  assert.deepEqual([ran.at(-1), timers.now(), timers.pendingCount()], ['late at 130', 130, 0])
})

test('a cancelled timer never runs', () => {
  const timers = createFakeTimers()
  let ran = false
  const cancel = timers.after(1, () => {
    ran = true
  })
  cancel()
  cancel()
  timers.advance(5)
  assert.equal(ran, false)
})

test('browserTimers runs a timer unless it is cancelled', async () => {
  const ran: string[] = []
  browserTimers.after(0, () => ran.push('no'))()
  await new Promise<void>((resolve) => browserTimers.after(0, resolve))
  assert.deepEqual(ran, [])
})
