import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTimers } from '#browser/platform/timers.ts'

test('a real timer runs once, and not after it is cancelled', async () => {
  const cancel = browserTimers.after(0, () => assert.fail('it was cancelled'))
  cancel()
  await new Promise<void>((done) => {
    const cancelAfterwards = browserTimers.after(1, () => {
      done()
      cancelAfterwards()
    })
  })
})
