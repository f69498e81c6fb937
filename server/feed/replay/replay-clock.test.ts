import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createReplayClock } from '#server/feed/replay/replay-clock.ts'
import { createSteadyClock } from '#server/platform/clock.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const hourMs = 3_600_000

function startReplay(speed = 1) {
  const timers = createFakeTimers(0)
  let offsetMs = noon
  const clock = createSteadyClock({ now: () => timers.clock.now() + offsetMs, elapsed: timers.clock.elapsed })
  const replay = createReplayClock(speed, clock, timers)
  replay.start()
  return {
    clock,
    timestampOf: replay.timestampOf,
    step(ms: number) {
      offsetMs += ms
    },
    async pass(ms: number) {
      timers.advance(ms)
      await new Promise(setImmediate)
    },
    /** Whether the row at this time of the file is due. */
    async isDue(atMs: number): Promise<boolean> {
      const due = replay.waitUntil(atMs).then(() => true)
      return await Promise.race([due, new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))])
    },
  }
}

describe('the rows of a replay', () => {
  for (const stepMs of [hourMs, -hourMs, 10_000, -10_000])
    test(`are due at their times although the system clock was set by ${stepMs} ms`, async () => {
      const { pass, step, isDue } = startReplay()
      await pass(1000)
      step(stepMs)
      assert.deepEqual([await isDue(1000), await isDue(1001), await isDue(hourMs)], [true, false, false])
      await pass(59_000)
      assert.deepEqual([await isDue(60_000), await isDue(60_001)], [true, false])
    })

  test('have timestamps exactly as far apart as the rows', async () => {
    const { pass, timestampOf } = startReplay(2)
    const stamps: number[] = []
    for (const atMs of [0, 333, 1000, 5001]) {
      await pass(500)
      stamps.push(timestampOf(atMs) - noon)
    }
    assert.deepEqual(stamps, [0, 167, 500, 2501])
  })

  test('have timestamps of the new time after the system clock was set ahead', async () => {
    const { pass, step, timestampOf } = startReplay()
    await pass(1000)
    assert.equal(timestampOf(1000), noon + 1000)
    step(hourMs)
    await pass(1000)
    assert.equal(timestampOf(2000), noon + hourMs + 2000)
    await pass(1000)
    assert.equal(timestampOf(3000), noon + hourMs + 3000)
  })

  test('never have timestamps that decrease or that are ahead of the clock by more than a second', async () => {
    const { pass, step, timestampOf, clock } = startReplay()
    step(-hourMs)
    let lastMs = 0
    for (let atMs = 0; atMs < 120_000; atMs += 1000) {
      const stamp = timestampOf(atMs)
      assert.ok(stamp >= lastMs && stamp <= clock.now() + 1000)
      lastMs = stamp
      await pass(1000)
    }
    assert.ok(lastMs > noon + 100_000)
  })
})
