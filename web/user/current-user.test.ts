import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import { createSession } from '#browser/session/session.ts'
import type { UserFields } from '#contract/calls/session.ts'
import { createCurrentUser } from '#web/user/current-user.ts'

const user: UserFields = {
  id: 1,
  uid: '12345678',
  is_demo: 0,
  email: 'ann@example.com',
  area_id: null,
  mobile: '',
  invite_code: 'ABCDEFGH',
  review_status: 0,
  created_at: '2026-01-01T00:00:00.000Z',
}

/** A session in memory, and calls that the test answers. */
function createFixture(token?: string) {
  let stored = token
  const session = createSession({
    read: () => stored,
    write: (text) => {
      stored = text
    },
  })
  const requests: { readonly answer: (user: UserFields) => void; readonly fail: () => void }[] = []
  const call = (() =>
    new Promise<UserFields>((answer, fail) =>
      requests.push({ answer, fail: () => fail(new Error('no connection')) }),
    )) as unknown as Call
  return { session, requests, account: createCurrentUser({ call, session }) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the current user', () => {
  test('is a visitor without a session, and nothing is fetched', () => {
    const { account, requests } = createFixture()
    assert.deepEqual([account.getSnapshot(), requests.length], [{ kind: 'visitor' }, 0])
  })

  test('is fetched at the start', async () => {
    const { account, requests } = createFixture('token')
    assert.deepEqual(account.getSnapshot(), { kind: 'loading' })
    requests[0]?.answer(user)
    await settled()
    assert.deepEqual(account.getSnapshot(), { kind: 'known', user, token: 'token' })
  })

  test('is unknown after a failed fetch, until a refresh succeeds', async () => {
    const { account, requests } = createFixture('token')
    requests[0]?.fail()
    await settled()
    assert.deepEqual(account.getSnapshot(), { kind: 'unknown' })
    const again = account.refresh()
    requests[1]?.answer(user)
    await again
    assert.deepEqual(account.getSnapshot(), { kind: 'known', user, token: 'token' })
    const failing = account.refresh()
    requests[2]?.fail()
    await failing
    assert.deepEqual(account.getSnapshot(), { kind: 'known', user, token: 'token' })
  })

  test('takes the user from the login answer, without a fetch', () => {
    const { account, session, requests } = createFixture()
    account.setSession({ token: 'new', user })
    assert.deepEqual([account.getSnapshot(), requests.length], [{ kind: 'known', user, token: 'new' }, 0])
    assert.equal(session.getSnapshot(), 'new')
    session.end()
    assert.deepEqual(account.getSnapshot(), { kind: 'visitor' })
  })

  test('ignores the answer to a fetch of an earlier session', async () => {
    const { account, session, requests } = createFixture('old')
    session.start('other')
    requests[0]?.answer(user)
    await settled()
    assert.deepEqual(account.getSnapshot(), { kind: 'loading' })
    requests[1]?.answer({ ...user, id: 2 })
    await settled()
    assert.deepEqual(account.getSnapshot(), { kind: 'known', user: { ...user, id: 2 }, token: 'other' })
  })
})
