import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startSweeper } from '#server/bootstrap/sweeper.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'

const silent = { error: () => undefined }
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the sweeper', () => {
  test('sweeps all modules every minute, although one of them fails', async () => {
    const timers = createFakeTimers(0)
    const swept: string[] = []
    const failing = () => Promise.reject(new Error('no database'))
    const sweeper = startSweeper({
      modules: [{ sweep: failing }, { sweep: async () => void swept.push('codes') }],
      timers,
      log: silent,
    })
    for (let minute = 0; minute < 2; minute += 1) {
      timers.advance(60_000)
      await turn()
    }
    assert.deepEqual(swept, ['codes', 'codes'])
    await sweeper.stop()
    timers.advance(60_000)
    await turn()
    assert.equal(swept.length, 2)
  })

  test('stops in time while a sweep gets no answer, and begins no other', async () => {
    const timers = createFakeTimers(0)
    const answer = Promise.withResolvers<void>()
    const others: string[] = []
    const sweeper = startSweeper({
      modules: [{ sweep: () => answer.promise }, { sweep: async () => void others.push('codes') }],
      timers,
      log: silent,
    })
    timers.advance(60_000)
    let isStopped = false
    void sweeper.stop().then(() => {
      isStopped = true
    })
    await turn()
    assert.equal(isStopped, false)
    timers.advance(stopBoundsMs.sweep)
    await turn()
    assert.ok(isStopped)
    answer.resolve()
    await turn()
    assert.deepEqual(others, [])
  })
})
