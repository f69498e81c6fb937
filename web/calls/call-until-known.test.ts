import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type Answer,
  answeringServer,
  callerTo,
  envelope,
  failureOf,
  hangUp,
  raw,
  silence,
} from '#web/calls/answering-server.test.ts'
import { isCallFailure } from '#web/calls/call-failure.ts'
import type { CallRequest } from '#web/calls/call-request.ts'
import { untilKnownBounds } from '#web/calls/call-until-known.ts'
import { eventually } from '#web/platform/eventually.test.ts'

const order = {
  path: '/v1/api/forex/submit',
  verb: 'POST',
  changes: true,
  input: { cont: '0.10' },
  loading: true,
} as const
const done = envelope(1, '', { Id: 5 })
const unknown = envelope(0, 'We do not know yet', { reason: 'outcome_unknown' })

/** Starts the call and lets time pass whenever the caller waits, until it has settled. */
async function run(
  context: TestContext,
  answers: readonly Answer[],
  change: Pick<CallRequest, 'key' | 'isNewKey' | 'quiet'> = {},
) {
  const server = await answeringServer(context, ...answers)
  const caller = callerTo(server.origin)
  const settled = { yet: false }
  const ending = caller.callUntilKnown<unknown>({ ...order, ...change }).then(
    (answer) => ({ answer, failure: undefined }),
    (failure: unknown) => ({ answer: undefined, failure }),
  )
  ending.finally(() => {
    settled.yet = true
  })
  const waits: number[] = []
  for (let turn = 0; turn < 20 && !settled.yet; turn += 1) {
    // While a try is under way its deadline waits too; only a pause stands alone and is shorter.
    await eventually(
      () => settled.yet || (caller.timers.pending()[0] ?? untilKnownBounds.tryMs) < untilKnownBounds.tryMs,
    )
    if (settled.yet) break
    const [wait = 0] = caller.timers.pending()
    assert.equal(caller.loading.getSnapshot(), 1)
    waits.push(wait)
    caller.timers.advance(wait)
  }
  const result = await ending
  assert.equal(caller.loading.getSnapshot(), 0)
  assert.deepEqual(caller.timers.pending(), [])
  return { ...result, ...caller, waits, keys: server.seen.map(({ headers }) => headers['idempotency-key']) }
}

test('an answer that is known at once is asked for once', async (context) => {
  const { answer, keys } = await run(context, [done])
  assert.deepEqual(answer, { Id: 5 })
  assert.deepEqual(keys, ['key-1'])
})

test('while the outcome is unknown the same key is sent again, and only the last word is shown', async (context) => {
  const { answer, keys, toasts, waits } = await run(context, [
    hangUp,
    unknown,
    raw(502, ''),
    envelope(1, 'Done', { Id: 5 }),
  ])
  assert.deepEqual(answer, { Id: 5 })
  assert.deepEqual(keys, ['key-1', 'key-1', 'key-1', 'key-1'])
  assert.deepEqual(toasts, [['Done', 'success']])
  assert.deepEqual(waits, [250, 500, 1_000])
})

test('a key from an earlier try is the one that is sent', async (context) => {
  const { keys } = await run(context, [hangUp, done], { key: 'from-before' })
  assert.deepEqual(keys, ['from-before', 'from-before'])
})

test('a refusal is an answer and is not asked again', async (context) => {
  const { failure, keys, toasts } = await run(context, [
    hangUp,
    envelope(0, 'Closed', { reason: 'market_closed' }),
  ])
  assert.ok(isCallFailure(failure) && failure.kind === 'refused' && failure.reason === 'market_closed')
  assert.equal(keys.length, 2)
  assert.deepEqual(toasts, [['Closed', 'error']])
})

test('after the last try it fails as unknown, with the key to go on with, and says so once', async (context) => {
  const { failure, keys, toasts } = await run(context, [hangUp])
  assert.ok(isCallFailure(failure) && failure.kind === 'unknown')
  assert.equal(failure.key, 'key-1')
  assert.equal(failure.last.kind, 'transport')
  assert.equal(keys.length, untilKnownBounds.tries)
  assert.deepEqual(toasts, [['Connection problem (ERR_NETWORK)', 'error']])
})

for (const [what, answer] of [
  ['busy', envelope(0, 'Busy', { reason: 'busy' })],
  ['429', envelope(429, 'Too many', { retry_after: 2 })],
] as const) {
  test(`${what} is an answer at first, but after a lost try it answers nothing`, async (context) => {
    const first = await run(context, [answer])
    assert.equal(first.keys.length, 1)
    assert.ok(isCallFailure(first.failure) && first.failure.kind !== 'unknown')
    const after = await run(context, [hangUp, answer, done])
    assert.deepEqual(after.answer, { Id: 5 })
    assert.deepEqual(after.keys, ['key-1', 'key-1', 'key-1'])
  })
}

test('busy is no answer for a key that was tried before, and one for a key that was not', async (context) => {
  const busy = envelope(0, 'Busy', { reason: 'busy' })
  const again = await run(context, [busy, done], { key: 'before' })
  assert.deepEqual([again.answer, again.keys], [{ Id: 5 }, ['before', 'before']])
  const first = await run(context, [busy, done], { key: 'new', isNewKey: true })
  assert.deepEqual(first.keys, ['new'])
  assert.ok(isCallFailure(first.failure) && first.failure.kind === 'refused')
})

test('a screen that says itself what was refused also says itself that nobody knows', async (context) => {
  const { failure, toasts } = await run(context, [hangUp], { quiet: 'refused' })
  assert.ok(isCallFailure(failure) && failure.kind === 'unknown')
  assert.deepEqual(toasts, [])
})

test('a fault may have come after the change was made, so it is asked about', async (context) => {
  const { answer, keys } = await run(context, [envelope(500, 'Fault', { id: 'f' }), done])
  assert.deepEqual(answer, { Id: 5 })
  assert.deepEqual(keys, ['key-1', 'key-1'])
})

test('after 429 it waits at least as long as it was told', async (context) => {
  const { waits } = await run(context, [hangUp, envelope(429, 'Too many', { retry_after: 2 }), done])
  assert.deepEqual(waits, [250, 2_500])
})

test('a try that stays silent is given up after its deadline and asked again', async (context) => {
  const server = await answeringServer(context, silence, done)
  const { callUntilKnown, timers } = callerTo(server.origin)
  const ending = callUntilKnown(order)
  await eventually(() => server.seen.length === 1)
  timers.advance(untilKnownBounds.tryMs)
  await eventually(() => timers.pending().length === 1)
  timers.advance(250)
  assert.deepEqual(await ending, { Id: 5 })
})

test('under another session the key is never sent: a key means something else for another user', async (context) => {
  const server = await answeringServer(context, hangUp, done)
  const { callUntilKnown, timers, session } = callerTo(server.origin)
  const failing = failureOf(callUntilKnown(order))
  await eventually(() => timers.pending()[0] === 250)
  session.token = 'token-2'
  timers.advance(250)
  const failure = await failing
  assert.ok(isCallFailure(failure) && failure.kind === 'unknown')
  assert.equal(server.seen.length, 1)
})

for (const when of ['during a try', 'between two tries']) {
  test(`cancelled ${when} it stops asking, says nothing and leaves no timer`, async (context) => {
    const server = await answeringServer(context, when === 'during a try' ? silence : hangUp)
    const { callUntilKnown, timers, toasts, loading } = callerTo(server.origin)
    const controller = new AbortController()
    const failing = failureOf(callUntilKnown({ ...order, signal: controller.signal }))
    await eventually(() => server.seen.length === 1)
    if (when === 'between two tries') await eventually(() => timers.pending()[0] === 250)
    controller.abort()
    const failure = await failing
    assert.ok(isCallFailure(failure) && failure.kind === 'cancelled')
    assert.deepEqual(toasts, [])
    assert.deepEqual(timers.pending(), [])
    assert.equal(loading.getSnapshot(), 0)
    assert.equal(server.seen.length, 1)
  })
}
