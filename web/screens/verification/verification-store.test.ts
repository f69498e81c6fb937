import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import type { Account, AccountState } from '#web/account/account.ts'
import type { Call } from '#web/calls/call-request.ts'
import { eventually } from '#web/platform/eventually.test.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'
import { createValueStore } from '#web/platform/value-store.ts'
import { createVerificationStore, pollIntervalMs } from '#web/screens/verification/verification-store.ts'

const identityOf = (review_status: number): IdentityCenterAnswer => ({
  review_status,
  remark: '',
  name: 'Lee Min',
  card_id: '4567',
  submitted_at: null,
  decided_at: null,
})

/** A check whose answers are given in turn, the last one for ever; undefined is a line that is cut. */
function stage(...answers: readonly (number | undefined)[]) {
  const timers = createFakeTimers()
  let asked = 0
  let refreshed = 0
  let isShown = true
  const call = (async () => {
    const status = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    if (status === undefined) throw new Error('no line')
    return identityOf(status)
  }) as Call
  const user = { review_status: 1 }
  const known = createValueStore({ kind: 'known', user, token: 'token' } as AccountState)
  const account: Account = {
    ...known,
    setSession: () => undefined,
    refresh: async () => {
      refreshed += 1
    },
  }
  const check = createVerificationStore({ call, account, timers, isShown: () => isShown })
  const answered = (count: number) =>
    eventually(() => asked === count).then(() => new Promise((turn) => setImmediate(turn)))
  const statusNow = () => {
    const state = check.getSnapshot()
    return state.kind === 'known' ? state.identity.review_status : state.kind
  }
  return {
    check,
    timers,
    answered,
    statusNow,
    asked: () => asked,
    refreshed: () => refreshed,
    hide: (hidden: boolean) => {
      isShown = !hidden
    },
  }
}

describe('an identity check', () => {
  test('is asked for again while it is under review, until it is decided', async () => {
    const { check, timers, answered, statusNow, refreshed } = stage(1, 1, 2)
    check.watch()
    await answered(1)
    assert.deepEqual([statusNow(), timers.pending(), refreshed()], [1, [pollIntervalMs], 0])
    timers.advance(pollIntervalMs)
    await answered(2)
    timers.advance(pollIntervalMs)
    await answered(3)
    assert.deepEqual([statusNow(), timers.pending(), refreshed()], [2, [], 1])
  })

  test('is not asked for again while there is nothing to wait for', async () => {
    const { check, timers, answered } = stage(0)
    check.watch()
    await answered(1)
    assert.deepEqual(timers.pending(), [])
  })

  test('is left alone in the background, and once nobody watches', async () => {
    const { check, timers, answered, asked, hide } = stage(1)
    const leave = check.watch()
    await answered(1)
    hide(true)
    timers.advance(10 * pollIntervalMs)
    assert.equal(asked(), 1)
    hide(false)
    timers.advance(pollIntervalMs)
    await answered(2)
    leave()
    timers.advance(10 * pollIntervalMs)
    assert.equal(asked(), 2)
  })

  test('says that it could not be fetched, and comes when asked again', async () => {
    const { check, answered, statusNow } = stage(undefined, 0)
    check.watch()
    await answered(1)
    assert.equal(statusNow(), 'failed')
    await check.refresh()
    assert.equal(statusNow(), 0)
  })

  test('keeps what it knows when asking again fails, and goes on asking', async () => {
    const { check, timers, answered, statusNow } = stage(1, undefined, 2)
    check.watch()
    await answered(1)
    timers.advance(pollIntervalMs)
    await answered(2)
    assert.deepEqual([statusNow(), timers.pending()], [1, [pollIntervalMs]])
  })
})
