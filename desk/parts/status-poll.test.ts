import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'
import { idleTimeoutMs } from '#desk/parts/idle-timeout.ts'
import { createStatusPoll, type Operator, pollTimes } from '#desk/parts/status-poll.ts'

const operator: Operator = {
  id: 1,
  email: 'eve@example.com',
  role: 'compliance' as never,
  is_active: 1,
  has_totp: 1,
  created_at: '2026-01-01T00:00:00Z',
  last_seen_at: null,
}

/** A status poll. The test sets the counts that the server returns, and its failures. */
function createHarness() {
  const timers = createFakeTimers(1_000_000)
  const world = {
    waiting: 0,
    frozen: 0,
    proposals: 0,
    waived: 0,
    deposits: 0,
    withdrawals: 0,
    complaints: 0,
    support: 0,
    visible: true,
    asked: 0,
    idleCount: 0,
    failure: undefined as Error | undefined,
  }
  const me: DeskCalls['me'] = () => {
    world.asked += 1
    if (world.failure !== undefined) return Promise.reject(world.failure)
    return Promise.resolve({
      operator,
      identity_waiting: world.waiting,
      frozen_accounts: world.frozen,
      open_proposals: world.proposals,
      two_person_waived: world.waived,
      deposits_waiting: world.deposits,
      withdrawals_waiting: world.withdrawals,
      complaints_open: world.complaints,
      support_waiting: world.support,
    })
  }
  const poll = createStatusPoll({
    me,
    timers,
    now: timers.now,
    isVisible: () => world.visible,
    onIdle: () => {
      world.idleCount += 1
      poll.stop()
    },
  })
  /** Advances the time in steps of the poll interval and lets answers arrive in between. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= pollTimes.everyMs) {
      timers.advance(Math.min(left, pollTimes.everyMs))
      await settled()
    }
  }
  return { poll, world, timers, pass }
}

const counts = {
  frozen: 0,
  proposals: 0,
  isTwoPersonWaived: false,
  deposits: 0,
  withdrawals: 0,
  complaints: 0,
  support: 0,
}
const noCounts = {
  frozen: undefined,
  proposals: undefined,
  isTwoPersonWaived: false,
  deposits: undefined,
  withdrawals: undefined,
  complaints: undefined,
  support: undefined,
}

const settled = () => new Promise((turn) => setImmediate(turn))

describe('the status poll', () => {
  test('polls at once and then every five seconds', async () => {
    const { poll, world, pass } = createHarness()
    assert.equal(poll.getSnapshot().pollState, 'asking')
    poll.start()
    await settled()
    assert.deepEqual(poll.getSnapshot(), { operator, waiting: 0, ...counts, pollState: 'live' })
    Object.assign(world, {
      waiting: 3,
      frozen: 1,
      proposals: 2,
      waived: 1,
      deposits: 4,
      withdrawals: 5,
      complaints: 6,
      support: 7,
    })
    await pass(4_999)
    assert.equal(poll.getSnapshot().waiting, 0)
    await pass(1)
    const { waiting, frozen, proposals, isTwoPersonWaived, deposits, withdrawals, complaints, support } =
      poll.getSnapshot()
    assert.deepEqual([waiting, frozen, proposals, isTwoPersonWaived], [3, 1, 2, true])
    assert.deepEqual([deposits, withdrawals, complaints, support, world.asked], [4, 5, 6, 7, 2])
  })

  test('shows the operator of a sign-in and the waiting count of another call at once', () => {
    const { poll } = createHarness()
    poll.start(operator)
    poll.setCounts({ waiting: 9 })
    assert.deepEqual(poll.getSnapshot(), { operator, waiting: 9, ...noCounts, pollState: 'asking' })
  })

  test('does not poll while the page is hidden, and polls at once when it is visible', async () => {
    const { poll, world, pass } = createHarness()
    poll.start()
    await settled()
    world.visible = false
    poll.visibilityChanged()
    await pass(60_000)
    assert.equal(world.asked, 1)
    world.visible = true
    poll.visibilityChanged()
    assert.equal(world.asked, 2)
  })

  test('pauses after ten minutes without activity, and resumes with the next', async () => {
    const { poll, world, pass } = createHarness()
    poll.start()
    await pass(pollTimes.pausedAfterMs)
    const asked = world.asked
    assert.equal(poll.getSnapshot().pollState, 'paused')
    await pass(5 * 60_000)
    assert.equal(world.asked, asked)
    poll.recordActivity()
    await settled()
    assert.deepEqual([poll.getSnapshot().pollState, world.asked], ['live', asked + 1])
  })

  test('keeps polling while the operator is active', async () => {
    const { poll, world, pass } = createHarness()
    poll.start()
    for (let hour = 0; hour < 6; hour += 1) {
      await pass(9 * 60_000)
      poll.recordActivity()
    }
    assert.deepEqual([poll.getSnapshot().pollState, world.idleCount], ['live', 0])
  })

  test('reports idleness after half an hour, even while the page is hidden', async () => {
    for (const visible of [true, false]) {
      const { poll, world, pass } = createHarness()
      poll.start()
      await settled()
      world.visible = visible
      await pass(10 * 60_000)
      poll.recordActivity()
      await pass(idleTimeoutMs - 5_000)
      assert.equal(world.idleCount, 0)
      await pass(5_000)
      assert.equal(world.idleCount, 1)
    }
  })

  test('is lost after a failure, keeps the last values, and polls again', async () => {
    const { poll, world, pass } = createHarness()
    poll.start()
    await settled()
    world.failure = callFailure({ kind: 'transport', code: '502', status: 502 })
    await pass(pollTimes.everyMs)
    assert.deepEqual(poll.getSnapshot(), { operator, waiting: 0, ...counts, pollState: 'lost' })
    world.failure = undefined
    await pass(pollTimes.lostMs)
    assert.equal(poll.getSnapshot().pollState, 'live')
  })

  test('waits for the retry time of the server, but no longer than a minute', async () => {
    for (const [retryAfterSeconds, waitMs] of [
      [30, 30_000],
      [3_600, pollTimes.maxWaitMs],
    ] as const) {
      const { poll, world, pass } = createHarness()
      world.failure = callFailure({ kind: 'tooMany', msg: '', retryAfterSeconds })
      poll.start()
      await settled()
      await pass(waitMs - 1)
      assert.equal(world.asked, 1)
      await pass(1)
      assert.equal(world.asked, 2)
    }
  })

  test('clears its state on stop, and ignores a late answer', async () => {
    const { poll, world, timers } = createHarness()
    poll.start()
    poll.stop()
    await settled()
    const empty = { operator: undefined, waiting: undefined, ...noCounts, pollState: 'asking' }
    assert.deepEqual(poll.getSnapshot(), empty)
    poll.recordActivity()
    poll.pollNow()
    poll.visibilityChanged()
    assert.deepEqual([world.asked, timers.pending().length], [1, 0])
  })

  test('pollNow does not add a second poll interval', async () => {
    const { poll, world, pass } = createHarness()
    poll.start()
    poll.pollNow()
    poll.pollNow()
    await settled()
    await pass(pollTimes.everyMs)
    assert.equal(world.asked, 4)
  })
})
