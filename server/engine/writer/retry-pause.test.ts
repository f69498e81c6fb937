import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRetryPause } from '#server/engine/writer/retry-pause.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { buy, createEngineFixture, demo } from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'

/** Milliseconds until `wait` returns. */
async function pauseOf(
  wait: () => Promise<void>,
  time: ReturnType<typeof createFakeTimers>,
): Promise<number> {
  const startMs = time.clock.now()
  let isOver = false
  const waiting = wait().then(() => {
    isOver = true
  })
  await turn()
  while (!isOver) {
    time.advance(10)
    await turn()
  }
  await waiting
  return time.clock.now() - startMs
}

describe('the pause before a failed commit is repeated', () => {
  test('is none at first, then doubles from 50 ms to 1 s, until a commit succeeds', async () => {
    const time = createFakeTimers(0)
    const { wait, reset } = createRetryPause(time)
    const pauses: number[] = []
    for (let failures = 0; failures < 8; failures += 1) pauses.push(await pauseOf(wait, time))
    assert.deepEqual(pauses, [0, 50, 100, 200, 400, 800, 1000, 1000])
    reset()
    assert.deepEqual([await pauseOf(wait, time), await pauseOf(wait, time)], [0, 50])
  })

  test('ends when it is cut short', async () => {
    const time = createFakeTimers(0)
    const { wait, cutShort } = createRetryPause(time)
    await wait()
    const paused = wait()
    cutShort()
    await paused
    assert.equal(time.clock.now(), 0)
  })
})

describe('an engine whose commits all fail', () => {
  /** An engine that fails as many commits as `failures` says, and the times of its commits since the start. */
  async function createFailing() {
    const control = { failures: Number.POSITIVE_INFINITY }
    const timesMs: number[] = []
    const fixture = await createEngineFixture((store) => ({
      ...store,
      commit: async (lease, batch) => {
        timesMs.push(fixture.time.clock.now() - 1_000_000)
        // Without pauses the test would never get its turn.
        if (timesMs.length > 50) return await new Promise(() => undefined)
        control.failures -= 1
        if (control.failures >= 0) throw new Error('the database answers with an error')
        return await store.commit(lease, batch)
      },
    }))
    return { fixture, control, timesMs }
  }
  async function turns(count = 30): Promise<void> {
    for (let at = 0; at < count; at += 1) await turn()
  }

  test('repeats the first one at once and then pauses', async () => {
    const { fixture, control, timesMs } = await createFailing()
    const answer = fixture.submit(demo, buy)
    await turns()
    for (const pauseMs of [50, 100]) {
      fixture.time.advance(pauseMs - 1)
      await turns()
      fixture.time.advance(1)
      await turns()
    }
    assert.deepEqual(timesMs, [0, 0, 50, 150])
    assert.ok(!fixture.running().engine.isReady())
    control.failures = 0
    fixture.time.advance(200)
    assert.equal((await answer).kind, 'done')
    assert.ok(fixture.running().engine.isReady())
  })

  test('does not delay the repeat after a single failure', async () => {
    const { fixture, control, timesMs } = await createFailing()
    for (let orders = 0; orders < 3; orders += 1) {
      control.failures = 1
      const answer = fixture.submit(demo, buy)
      await turns()
      assert.equal((await answer).kind, 'done')
    }
    assert.deepEqual(timesMs, [0, 0, 0, 0, 0, 0])
  })

  test('counts a commit that was written, but whose reply was lost, as a success', async () => {
    const { fixture, control, timesMs } = await createFailing()
    fixture.store.setCommitResult('reply_lost')
    for (let orders = 0; orders < 2; orders += 1) {
      control.failures = 1
      const answer = fixture.submit(demo, buy)
      await turns()
      assert.equal((await answer).kind, 'done')
    }
    assert.deepEqual(timesMs, [0, 0, 0, 0])
  })

  test('commits at once when it is stopped during a pause', async () => {
    const { fixture, control, timesMs } = await createFailing()
    const answer = fixture.submit(demo, buy)
    await turns()
    assert.deepEqual(timesMs, [0, 0])
    control.failures = 0
    await fixture.running().engine.stop()
    assert.equal((await answer).kind, 'done')
    assert.deepEqual(timesMs, [0, 0, 0])
  })

  test('ends without another commit when a stop gives up', async () => {
    const { fixture, timesMs } = await createFailing()
    const answer = fixture.submit(demo, buy)
    await turns()
    const stopped = fixture.running().engine.stop()
    fixture.time.advance(5000)
    fixture.time.advance(5000)
    await stopped
    assert.equal((await answer).kind, 'busy')
    const commits = timesMs.length
    await turns()
    fixture.time.advance(60_000)
    await turns()
    assert.equal(timesMs.length, commits)
  })
})
