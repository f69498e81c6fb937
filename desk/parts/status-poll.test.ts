import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#desk/calls/call.ts'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'
import { idleTimeoutMs } from '#desk/parts/idle-timeout.ts'
import { createStatusPoll, type Operator, pollTimes } from '#desk/parts/status-poll.ts'
import { createFakeTimers } from '#desk/platform/fake-timers.ts'

const operator: Operator = {
  id: 1,
  email: 'eve@example.com',
  role: 'compliance' as never,
  is_active: 1,
  has_totp: 1,
  created_at: '2026-01-01T00:00:00Z',
  last_seen_at: null,
}

/** A watch over a server that can be told how many wait, or to be silent. */
function stage() {
  const timers = createFakeTimers(1_000_000)
  const world = {
    waiting: 0,
    visible: true,
    asked: 0,
    unattended: 0,
    failure: undefined as Error | undefined,
  }
  const me: DeskCalls['me'] = () => {
    world.asked += 1
    if (world.failure !== undefined) return Promise.reject(world.failure)
    return Promise.resolve({ operator, identity_waiting: world.waiting })
  }
  const watch = createStatusPoll({
    me,
    timers,
    now: timers.now,
    isVisible: () => world.visible,
    onIdle: () => {
      world.unattended += 1
      watch.stop()
    },
  })
  /** In steps of the asking, with the answers coming in between. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= pollTimes.everyMs) {
      timers.advance(Math.min(left, pollTimes.everyMs))
      await settled()
    }
  }
  return { watch, world, timers, pass }
}

const settled = () => new Promise((turn) => setImmediate(turn))

describe('the watch', () => {
  test('asks at once and every five seconds, and tells what has changed', async () => {
    const { watch, world, pass } = stage()
    assert.equal(watch.get().pollState, 'asking')
    watch.start()
    await settled()
    assert.deepEqual(watch.get(), { operator, waiting: 0, pulse: 'live' })
    world.waiting = 3
    await pass(4_999)
    assert.equal(watch.get().waiting, 0)
    await pass(1)
    assert.deepEqual([watch.get().waiting, world.asked], [3, 2])
  })

  test('knows at once who signed in, and at once what another call learned', () => {
    const { watch } = stage()
    watch.start(operator)
    watch.setWaiting(9)
    assert.deepEqual(watch.get(), { operator, waiting: 9, pulse: 'asking' })
  })

  test('does not ask while the page is hidden, and asks as soon as it is back', async () => {
    const { watch, world, pass } = stage()
    watch.start()
    await settled()
    world.visible = false
    watch.visibilityChanged()
    await pass(60_000)
    assert.equal(world.asked, 1)
    world.visible = true
    watch.visibilityChanged()
    assert.equal(world.asked, 2)
  })

  test('pauses after ten minutes in which nobody was there, and goes on with the first sign of them', async () => {
    const { watch, world, pass } = stage()
    watch.start()
    await pass(pollTimes.pausedAfterMs)
    const asked = world.asked
    assert.equal(watch.get().pollState, 'paused')
    await pass(5 * 60_000)
    assert.equal(world.asked, asked)
    watch.recordActivity()
    await settled()
    assert.deepEqual([watch.get().pollState, world.asked], ['live', asked + 1])
  })

  test('goes on for as long as somebody moves', async () => {
    const { watch, world, pass } = stage()
    watch.start()
    for (let hour = 0; hour < 6; hour += 1) {
      await pass(9 * 60_000)
      watch.recordActivity()
    }
    assert.deepEqual([watch.get().pollState, world.unattended], ['live', 0])
  })

  test('says after half an hour that nobody is there, also while it is hidden', async () => {
    for (const visible of [true, false]) {
      const { watch, world, pass } = stage()
      watch.start()
      await settled()
      world.visible = visible
      await pass(10 * 60_000)
      watch.recordActivity()
      await pass(idleTimeoutMs - 5_000)
      assert.equal(world.unattended, 0)
      await pass(5_000)
      assert.equal(world.unattended, 1)
    }
  })

  test('says when an answer fails to come, keeps what it knew, and asks again', async () => {
    const { watch, world, pass } = stage()
    watch.start()
    await settled()
    world.failure = callFailure({ kind: 'transport', code: '502' })
    await pass(pollTimes.everyMs)
    assert.deepEqual(watch.get(), { operator, waiting: 0, pulse: 'lost' })
    world.failure = undefined
    await pass(pollTimes.lostMs)
    assert.equal(watch.get().pollState, 'live')
  })

  test('waits as long as it is told to, and never longer than a minute', async () => {
    for (const [retryAfterSeconds, waitMs] of [
      [30, 30_000],
      [3_600, pollTimes.maxWaitMs],
    ] as const) {
      const { watch, world, pass } = stage()
      world.failure = callFailure({ kind: 'too_many', msg: '', retryAfterSeconds })
      watch.start()
      await settled()
      await pass(waitMs - 1)
      assert.equal(world.asked, 1)
      await pass(1)
      assert.equal(world.asked, 2)
    }
  })

  test('forgets everything when it is stopped, and an answer that comes late changes nothing', async () => {
    const { watch, world, timers } = stage()
    watch.start()
    watch.stop()
    await settled()
    assert.deepEqual(watch.get(), { operator: undefined, waiting: undefined, pulse: 'asking' })
    watch.recordActivity()
    watch.pollNow()
    watch.visibilityChanged()
    assert.deepEqual([world.asked, timers.pendingCount()], [1, 0])
  })

  test('asked to ask again, it does not ask twice as often from then on', async () => {
    const { watch, world, pass } = stage()
    watch.start()
    watch.pollNow()
    watch.pollNow()
    await settled()
    await pass(pollTimes.everyMs)
    assert.equal(world.asked, 4)
  })
})
