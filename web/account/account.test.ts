import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UserFields } from '#contract/calls/session.ts'
import { createAccount } from '#web/account/account.ts'
import type { Call } from '#web/calls/call-request.ts'
import { createSession } from '#web/stores/session.ts'

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

/** A session in memory, and calls that are answered by hand. */
function stage(token?: string) {
  let kept = token
  const session = createSession({
    read: () => kept,
    write: (text) => {
      kept = text
    },
  })
  const asked: { readonly answer: (user: UserFields) => void; readonly fail: () => void }[] = []
  const call = (() =>
    new Promise<UserFields>((answer, fail) =>
      asked.push({ answer, fail: () => fail(new Error('no connection')) }),
    )) as unknown as Call
  return { session, asked, account: createAccount({ call, session }) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('who is logged in', () => {
  test('is nobody without a session, and nothing is asked', () => {
    const { account, asked } = stage()
    assert.deepEqual([account.getSnapshot(), asked.length], [{ kind: 'visitor' }, 0])
  })

  test('is fetched at the start, and known then', async () => {
    const { account, asked } = stage('token')
    assert.deepEqual(account.getSnapshot(), { kind: 'loading' })
    asked[0]?.answer(user)
    await settled()
    assert.deepEqual(account.getSnapshot(), { kind: 'known', user, token: 'token' })
  })

  test('stays unknown when it cannot be fetched, and a refresh finds out', async () => {
    const { account, asked } = stage('token')
    asked[0]?.fail()
    await settled()
    assert.deepEqual(account.getSnapshot(), { kind: 'unknown' })
    const again = account.refresh()
    asked[1]?.answer(user)
    await again
    assert.deepEqual(account.getSnapshot(), { kind: 'known', user, token: 'token' })
    const failing = account.refresh()
    asked[2]?.fail()
    await failing
    assert.deepEqual(account.getSnapshot(), { kind: 'known', user, token: 'token' })
  })

  test('is known at once after a login, without asking', () => {
    const { account, session, asked } = stage()
    account.setSession({ token: 'new', user })
    assert.deepEqual([account.getSnapshot(), asked.length], [{ kind: 'known', user, token: 'new' }, 0])
    assert.equal(session.getSnapshot(), 'new')
    session.end()
    assert.deepEqual(account.getSnapshot(), { kind: 'visitor' })
  })

  test('is not who was asked about in a session that has ended meanwhile', async () => {
    const { account, session, asked } = stage('old')
    session.start('other')
    asked[0]?.answer(user)
    await settled()
    assert.deepEqual(account.getSnapshot(), { kind: 'loading' })
    asked[1]?.answer({ ...user, id: 2 })
    await settled()
    assert.deepEqual(account.getSnapshot(), { kind: 'known', user: { ...user, id: 2 }, token: 'other' })
  })
})
