import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSteadyClock } from '#server/platform/clock.ts'
import { watchClock } from '#server/platform/clock-watch.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const hourMs = 3_600_000

function createWatched() {
  const timers = createFakeTimers(noon)
  let offsetMs = 0
  let stalledMs = 0
  const system = {
    now: () => timers.clock.now() + stalledMs + offsetMs,
    elapsed: () => timers.clock.elapsed() + stalledMs,
  }
  const metrics = createMetrics()
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const clock = createSteadyClock(system)
  const stop = watchClock({ system, clock, timers, log, metrics })
  return {
    stop,
    advance: timers.advance,
    pending: timers.pending,
    step(ms: number) {
      offsetMs += ms
    },
    /** The process was too busy to run its timers. */
    stall(ms: number) {
      stalledMs += ms
    },
    logged: () =>
      lines.map((line) => {
        const { level, stepMs, aheadMs, msg } = JSON.parse(line)
        return [level, stepMs, aheadMs, /set back|set ahead|again/.exec(msg)?.[0]]
      }),
    async counted() {
      const steps = (await metrics.clockSteps.get()).values
      const count = (name: string) => steps.find(({ labels }) => labels.direction === name)?.value ?? 0
      const ahead = (await metrics.clockAhead.get()).values[0]?.value
      return { back: count('back'), ahead: count('ahead'), aheadSeconds: ahead }
    },
  }
}

const warn = 40
const info = 30

describe('the clock watch', () => {
  test('says nothing while the clocks agree or drift slowly', async () => {
    const { advance, step, logged, counted } = createWatched()
    for (let second = 0; second < 600; second++) {
      advance(1000)
      step(second % 2 === 0 ? 0.5 : -0.5)
    }
    assert.deepEqual(logged(), [])
    assert.deepEqual(await counted(), { back: 0, ahead: 0, aheadSeconds: 0 })
  })

  test('logs and counts a clock set back by an hour within a second, and the end of its effect', async () => {
    const { advance, step, logged, counted } = createWatched()
    advance(10_000)
    step(-hourMs)
    advance(1000)
    assert.deepEqual(logged(), [[warn, -hourMs, hourMs - 100, 'set back']])
    assert.deepEqual(await counted(), { back: 1, ahead: 0, aheadSeconds: 3599.9 })
    advance(10 * hourMs)
    assert.deepEqual(logged().slice(1), [[info, undefined, undefined, 'again']])
    assert.equal((await counted()).aheadSeconds, 0)
  })

  test('logs and counts every clock set ahead', async () => {
    const { advance, step, logged, counted } = createWatched()
    for (const ms of [hourMs, 10_000, 1000]) {
      step(ms)
      advance(1000)
    }
    step(999)
    advance(1000)
    assert.deepEqual(logged(), [
      [warn, hourMs, 0, 'set ahead'],
      [warn, 10_000, 0, 'set ahead'],
      [warn, 1000, 0, 'set ahead'],
    ])
    assert.equal((await counted()).ahead, 3)
  })

  test('does not take a busy process for a step', () => {
    const { advance, stall, logged } = createWatched()
    advance(1500)
    stall(60_000)
    advance(60_000)
    assert.deepEqual(logged(), [])
  })

  test('ends with its timer', () => {
    const { stop, pending } = createWatched()
    stop()
    assert.deepEqual(pending(), [])
  })
})
