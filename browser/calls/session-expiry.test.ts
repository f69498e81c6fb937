import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { ForgetPasswordInput } from '#contract/calls/credentials.ts'
import { eventually } from '#test/eventually.ts'
import { callerTo, envelope, failureOf, startTestServer } from '#test/fakes/call-server.ts'
import { resetPassword } from '#web/calls/session.ts'

const read = { path: '/v1/api/main/wallet/getBalance', verb: 'GET' } as const
const ended = envelope(999, 'Please log in again')

test('a 999 ends the session, shows its message and rejects', async (context) => {
  const server = await startTestServer(context, ended)
  const { call, session, toasts } = callerTo(server.origin)
  const failure = await failureOf(call(read))
  assert.ok(isCallFailure(failure) && failure.kind === 'sessionInvalid')
  assert.equal(session.endings, 1)
  assert.deepEqual(toasts, [['Please log in again', 'error']])
})

test('a 999 to a background call keeps the session', async (context) => {
  const server = await startTestServer(context, ended)
  const { call, session } = callerTo(server.origin)
  const failure = await failureOf(call({ ...read, background: true, quiet: true }))
  assert.ok(isCallFailure(failure) && failure.kind === 'sessionInvalid')
  assert.equal(session.endings, 0)
})

for (const [who, token] of [
  ['a user', 'token-1'],
  ['a visitor', undefined],
] as const) {
  test(`ten parallel calls of ${who} answered 999 end the session once with one toast`, async (context) => {
    const server = await startTestServer(context, ended)
    const { call, session, toasts } = callerTo(server.origin)
    session.token = token
    await Promise.all(Array.from({ length: 10 }, () => failureOf(call(read))))
    assert.equal(server.received.length, 10)
    assert.equal(session.endings, 1)
    assert.equal(toasts.length, 1)
  })
}

test('a later 999 to a visitor is reported again', async (context) => {
  const server = await startTestServer(context, ended)
  const { call, session } = callerTo(server.origin)
  session.token = undefined
  await failureOf(call(read))
  await failureOf(call(read))
  assert.equal(session.endings, 2)
})

test('a 999 to a request with an old token keeps the new session', async (context) => {
  const held: (() => void)[] = []
  const server = await startTestServer(context, (response, seen) => held.push(() => ended(response, seen)))
  const { call, session, toasts } = callerTo(server.origin)
  const failing = failureOf(call(read))
  await eventually(() => held.length === 1)
  session.token = 'token-2'
  held[0]?.()
  const failure = await failing
  assert.ok(isCallFailure(failure) && failure.kind === 'sessionInvalid')
  assert.equal(session.endings, 0)
  assert.equal(session.token, 'token-2')
  assert.deepEqual(toasts, [])
})

test('a login between two of the 999 answers keeps the new session', async (context) => {
  const server = await startTestServer(context, ended)
  const { call, session } = callerTo(server.origin)
  const calls = Array.from({ length: 5 }, async (_, i) => {
    await failureOf(call(read))
    if (i === 0) session.token = 'token-2'
  })
  await Promise.all(calls)
  assert.equal(session.endings, 1)
  await failureOf(call(read))
  assert.equal(session.endings, 2)
})

for (const [what, answer] of [
  ['success', envelope(1, 'Position closed')],
  ['refusal', envelope(0, 'The market is closed')],
] as const)
  test(`a ${what} that arrives in the session of another user is returned without a toast`, async (context) => {
    const held: (() => void)[] = []
    const server = await startTestServer(context, (response, seen) => held.push(() => answer(response, seen)))
    const { call, session, toasts } = callerTo(server.origin)
    const ending = call(read).then(
      () => 'success',
      () => 'refusal',
    )
    await eventually(() => held.length === 1)
    session.token = 'token-of-the-next'
    held[0]?.()
    assert.equal(await ending, what)
    assert.deepEqual(toasts, [])
  })

test('shows the answer of a call that outlives its session', async (context) => {
  const held: (() => void)[] = []
  const changed = envelope(1, 'Password changed')
  const server = await startTestServer(context, (response, seen) => held.push(() => changed(response, seen)))
  const { call, session, toasts } = callerTo(server.origin)
  const changing = resetPassword(call, { type: 1, account: 'ann@example.com' } as ForgetPasswordInput)
  await eventually(() => held.length === 1)
  session.token = undefined
  held[0]?.()
  await changing
  assert.deepEqual(toasts, [['Password changed', 'success']])
})

test('shows the answer to a visitor who has logged in since', async (context) => {
  const held: (() => void)[] = []
  const sent = envelope(1, 'The code was sent')
  const server = await startTestServer(context, (response, seen) => held.push(() => sent(response, seen)))
  const { call, session, toasts } = callerTo(server.origin)
  session.token = undefined
  const sending = call(read)
  await eventually(() => held.length === 1)
  session.token = 'token-1'
  held[0]?.()
  await sending
  assert.deepEqual(toasts, [['The code was sent', 'success']])
})

test('a quiet session end shows no toast', async (context) => {
  const server = await startTestServer(context, ended)
  const { call, session, toasts } = callerTo(server.origin, { hasQuietSessionEnd: true })
  await failureOf(call(read))
  assert.deepEqual([session.endings, toasts], [1, []])
})
