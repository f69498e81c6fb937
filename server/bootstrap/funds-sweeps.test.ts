import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startFundsSweeps } from '#server/bootstrap/funds-sweeps.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'

const silent = { error: () => undefined }
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the sweeps of funds', () => {
  test('go on while another one waits, which never overlaps itself', async () => {
    const timers = createFakeTimers(0)
    const answer = Promise.withResolvers<void>()
    const started = { waiting: 0, failing: 0, other: 0 }
    const waiting = () => {
      started.waiting += 1
      return answer.promise
    }
    const failing = async () => {
      started.failing += 1
      throw new Error('no database')
    }
    const other = async () => {
      started.other += 1
    }
    const { stop } = startFundsSweeps({ sweeps: [waiting, failing, other], timers, log: silent })
    await turn()
    for (let times = 0; times < 2; times += 1) {
      timers.advance(10_000)
      await turn()
    }
    assert.deepEqual(started, { waiting: 1, failing: 3, other: 3 })
    answer.resolve()
    await turn()
    timers.advance(10_000)
    await turn()
    assert.deepEqual(started, { waiting: 2, failing: 4, other: 4 })
    await stop()
    timers.advance(10_000)
    assert.deepEqual(started, { waiting: 2, failing: 4, other: 4 })
  })

  test('stop in time while one gets no answer', async () => {
    const timers = createFakeTimers(0)
    const { promise } = Promise.withResolvers<void>()
    const { stop } = startFundsSweeps({ sweeps: [() => promise], timers, log: silent })
    let isStopped = false
    void stop().then(() => {
      isStopped = true
    })
    await turn()
    assert.equal(isStopped, false)
    timers.advance(stopBoundsMs.sweep)
    await turn()
    assert.ok(isStopped)
  })
})
