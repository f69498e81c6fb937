import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import { eventually } from '#test/eventually.ts'
import { createVerificationStore, pollIntervalMs } from '#web/screens/verification/verification-store.ts'
import type { CurrentUser, CurrentUserState } from '#web/user/current-user.ts'

const identityOf = (review_status: number): IdentityCenterAnswer => ({
  review_status,
  remark: '',
  name: 'Lee Min',
  card_id: '4567',
  submitted_at: null,
  decided_at: null,
})

/** Answers the calls with these statuses in turn, repeating the last one. Undefined is a network failure. */
function createFixture(...answers: readonly (number | undefined)[]) {
  const timers = createFakeTimers()
  let requests = 0
  let refreshed = 0
  let isShown = true
  const call = (async () => {
    const status = answers[Math.min(requests, answers.length - 1)]
    requests += 1
    if (status === undefined) throw new Error('network failure')
    return identityOf(status)
  }) as Call
  const user = { review_status: 1 }
  const known = createValueStore({ kind: 'known', user, token: 'token' } as CurrentUserState)
  const currentUser: CurrentUser = {
    ...known,
    setSession: () => undefined,
    refresh: async () => {
      refreshed += 1
    },
  }
  const store = createVerificationStore({ call, currentUser, timers, isShown: () => isShown })
  const answered = (count: number) =>
    eventually(() => requests === count).then(() => new Promise((turn) => setImmediate(turn)))
  const currentStatus = () => {
    const state = store.getSnapshot()
    return state.kind === 'known' ? state.identity.review_status : state.kind
  }
  return {
    store,
    timers,
    answered,
    currentStatus,
    requests: () => requests,
    refreshed: () => refreshed,
    hide: (hidden: boolean) => {
      isShown = !hidden
    },
  }
}

describe('the verification store', () => {
  test('polls while the identity is under review, until it is decided', async () => {
    const { store, timers, answered, currentStatus, refreshed } = createFixture(1, 1, 2)
    store.watch()
    await answered(1)
    assert.deepEqual([currentStatus(), timers.pending(), refreshed()], [1, [pollIntervalMs], 0])
    timers.advance(pollIntervalMs)
    await answered(2)
    timers.advance(pollIntervalMs)
    await answered(3)
    assert.deepEqual([currentStatus(), timers.pending(), refreshed()], [2, [], 1])
  })

  test('does not poll if nothing is under review', async () => {
    const { store, timers, answered } = createFixture(0)
    store.watch()
    await answered(1)
    assert.deepEqual(timers.pending(), [])
  })

  test('does not poll in the background, or once it is no longer watched', async () => {
    const { store, timers, answered, requests, hide } = createFixture(1)
    const unwatch = store.watch()
    await answered(1)
    hide(true)
    timers.advance(10 * pollIntervalMs)
    assert.equal(requests(), 1)
    hide(false)
    timers.advance(pollIntervalMs)
    await answered(2)
    unwatch()
    timers.advance(10 * pollIntervalMs)
    assert.equal(requests(), 2)
  })

  test('fails if the first read fails, and recovers on refresh', async () => {
    const { store, answered, currentStatus } = createFixture(undefined, 0)
    store.watch()
    await answered(1)
    assert.equal(currentStatus(), 'failed')
    await store.refresh()
    assert.equal(currentStatus(), 0)
  })

  test('keeps the known state and goes on polling if a later read fails', async () => {
    const { store, timers, answered, currentStatus } = createFixture(1, undefined, 2)
    store.watch()
    await answered(1)
    timers.advance(pollIntervalMs)
    await answered(2)
    assert.deepEqual([currentStatus(), timers.pending()], [1, [pollIntervalMs]])
  })
})
