import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import { defaultTimeoutMs, maxAnswerBytes } from '#browser/calls/send-request.ts'
import { eventually } from '#test/eventually.ts'
import {
  callerTo,
  envelope,
  failureOf,
  hangUp,
  raw,
  silence,
  startTestServer,
} from '#test/fakes/call-server.ts'

const read = { path: '/api/user/info', verb: 'GET' } as const

test('resolves with the data of a success, without a toast if the message is empty', async (context) => {
  const server = await startTestServer(context, envelope(1, '', { uid: 7 }))
  const { call, toasts } = callerTo(server.origin)
  assert.deepEqual(await call<{ uid: number }>(read), { uid: 7 })
  assert.deepEqual(toasts, [])
})

test('resolves with null data', async (context) => {
  const server = await startTestServer(context, envelope(1, '', null))
  assert.equal(await callerTo(server.origin).call(read), null)
})

test('shows the message of a success unless the call is quiet', async (context) => {
  const server = await startTestServer(context, envelope(1, 'Saved'))
  const { call, toasts } = callerTo(server.origin)
  await call(read)
  await call({ ...read, quiet: true })
  await call({ ...read, quiet: 'success' })
  assert.deepEqual(toasts, [['Saved', 'success']])
})

test('shows the message of a refusal if only a success is quiet', async (context) => {
  const server = await startTestServer(context, envelope(0, 'No'))
  const { call, toasts } = callerTo(server.origin)
  await failureOf(call({ ...read, quiet: 'success' }))
  assert.deepEqual(toasts, [['No', 'error']])
})

test('rejects a refusal with reason, field and figures, and shows its message', async (context) => {
  const data = { reason: 'lots_limit', field: 'cont', figures: { max: '100.00', odd: 5 } }
  const server = await startTestServer(context, envelope(0, 'At most 100 lots', data))
  const { call, toasts } = callerTo(server.origin)
  const failure = await failureOf(call(read))
  assert.ok(isCallFailure(failure) && failure.kind === 'refused')
  assert.equal(failure.code, 0)
  assert.equal(failure.msg, 'At most 100 lots')
  assert.equal(failure.reason, 'lots_limit')
  assert.equal(failure.field, 'cont')
  assert.deepEqual(failure.figures, { max: '100.00' })
  assert.deepEqual(failure.data, data)
  assert.deepEqual(toasts, [['At most 100 lots', 'error']])
})

test('shows no toast for a quiet refusal or an empty message', async (context) => {
  const server = await startTestServer(context, envelope(0, 'No'), envelope(0, ''))
  const { call, toasts } = callerTo(server.origin)
  await failureOf(call({ ...read, quiet: true }))
  await failureOf(call(read))
  assert.deepEqual(toasts, [])
})

const details = [
  ['an unknown reason', envelope(0, 'x', { reason: 'brand_new' }), { kind: 'refused', reason: undefined }],
  ['a refusal without data', envelope(0, 'x'), { kind: 'refused', reason: undefined, data: null }],
  ['an unknown code', envelope(7, 'x'), { kind: 'refused', code: 7 }],
  ['too many requests', envelope(429, 'x', { retry_after: 12 }), { kind: 'tooMany', retryAfterSeconds: 12 }],
  ['too many requests without a time', envelope(429, 'x'), { kind: 'tooMany', retryAfterSeconds: 1 }],
  ['a fault', envelope(500, 'x', { id: 'f-1' }), { kind: 'fault', id: 'f-1' }],
  ['a fault without an id', envelope(500, 'x', []), { kind: 'fault', id: '' }],
  [
    "a proxy's 502 page",
    raw(502, '<html>Bad Gateway</html>'),
    { kind: 'transport', code: '502', status: 502 },
  ],
  [
    'an envelope with status 404',
    raw(404, '{"code":1,"msg":"","data":1}'),
    { kind: 'transport', status: 404 },
  ],
  ['an HTML page with status 200', raw(200, '<html>Welcome to the hotel</html>'), { kind: 'malformed' }],
  ['an empty body', raw(200, ''), { kind: 'malformed' }],
  ['truncated JSON', raw(200, '{"code":1,"msg":"","da'), { kind: 'malformed' }],
  ['JSON that is no envelope', raw(200, '[1]'), { kind: 'malformed' }],
  ['null', raw(200, 'null'), { kind: 'malformed' }],
  ['a code that is a string', raw(200, '{"code":"1","msg":"","data":1}'), { kind: 'malformed' }],
  ['an envelope without msg', raw(200, '{"code":1,"data":1}'), { kind: 'malformed' }],
  ['an envelope without data', raw(200, '{"code":1,"msg":""}'), { kind: 'malformed' }],
  ['a redirect', raw(302, ''), { kind: 'transport' }],
  ['a closed connection', hangUp, { kind: 'transport', code: 'ERR_NETWORK' }],
  ['an answer larger than the limit', raw(200, ' '.repeat(maxAnswerBytes + 1)), { kind: 'malformed' }],
] as const

for (const [what, answer, expected] of details) {
  test(`${what}: rejects with one ${expected.kind} failure and shows one toast`, async (context) => {
    const server = await startTestServer(context, answer)
    const { call, toasts, loading } = callerTo(server.origin)
    const failure = await failureOf(call({ ...read, loading: true }))
    assert.ok(isCallFailure(failure))
    assert.partialDeepStrictEqual({ ...failure }, expected)
    assert.equal(toasts.length, 1)
    assert.equal(loading.getSnapshot(), 0)
  })
}

test('a body shorter than its content-length is a transport failure', async (context) => {
  const server = await startTestServer(context, (response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"code":1,', () => response.destroy())
  })
  const failure = await failureOf(callerTo(server.origin).call(read))
  assert.ok(isCallFailure(failure) && failure.kind === 'transport')
})

test('shows the code of transport failures and malformed answers in brackets', async (context) => {
  const server = await startTestServer(context, raw(502, ''), raw(200, 'x'))
  const { call, toasts } = callerTo(server.origin)
  await failureOf(call(read))
  await failureOf(call(read))
  await server.stop()
  await failureOf(call(read))
  assert.deepEqual(toasts, [
    ['Connection problem (502)', 'error'],
    ['Connection problem (ERR_BAD_RESPONSE)', 'error'],
    ['Connection problem (ERR_NETWORK)', 'error'],
  ])
})

test('shows no toast for a cancelled call and closes the loading indicator', async (context) => {
  const partialAnswer = (response: ServerResponse) => {
    response.writeHead(200)
    response.write('{"code":')
  }
  for (const answer of [silence, partialAnswer]) {
    const server = await startTestServer(context, answer)
    const { call, toasts, loading } = callerTo(server.origin)
    const controller = new AbortController()
    const failing = failureOf(call({ ...read, loading: true, signal: controller.signal }))
    await eventually(() => server.received.length === 1)
    assert.equal(loading.getSnapshot(), 1)
    controller.abort()
    const failure = await failing
    assert.ok(isCallFailure(failure) && failure.kind === 'cancelled')
    assert.deepEqual(toasts, [])
    assert.equal(loading.getSnapshot(), 0)
  }
})

test('a call cancelled while its answer arrives counts as cancelled', async (context) => {
  const server = await startTestServer(context, envelope(0, 'Too late'))
  const controller = new AbortController()
  const { call, toasts } = callerTo(server.origin, {
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, signal: null })
      const arrived = new Response(await response.text())
      controller.abort()
      return arrived
    },
  })
  const failure = await failureOf(call({ ...read, signal: controller.signal }))
  assert.ok(isCallFailure(failure) && failure.kind === 'cancelled')
  assert.deepEqual(toasts, [])
})

test('a call cancelled before it starts never reaches the server', async (context) => {
  const server = await startTestServer(context, envelope(1))
  const { call, toasts } = callerTo(server.origin)
  const failure = await failureOf(call({ ...read, signal: AbortSignal.abort() }))
  assert.ok(isCallFailure(failure) && failure.kind === 'cancelled')
  assert.equal(server.received.length, 0)
  assert.deepEqual(toasts, [])
})

test('a timed out signal is a transport failure, not a cancellation', async (context) => {
  const server = await startTestServer(context, silence)
  const controller = new AbortController()
  controller.abort(new DOMException('late', 'TimeoutError'))
  const failure = await failureOf(callerTo(server.origin).call({ ...read, signal: controller.signal }))
  assert.ok(isCallFailure(failure) && failure.kind === 'transport' && failure.code === 'ERR_TIMEOUT')
})

test('parallel calls share one loading indicator, which closes with the last of them', async (context) => {
  const server = await startTestServer(context, envelope(1), hangUp, envelope(0, 'no'), envelope(1))
  const { call, loading } = callerTo(server.origin)
  const most: number[] = []
  loading.subscribe(() => most.push(loading.getSnapshot()))
  await Promise.allSettled([1, 2, 3].map(() => call({ ...read, loading: true })))
  await call(read)
  assert.equal(Math.max(...most), 3)
  assert.equal(loading.getSnapshot(), 0)
})

test("calls the browser's fetch without a this value", async (context) => {
  const server = await startTestServer(context, envelope(1))
  const fetchOfThis = function (this: unknown, url: string, init: RequestInit) {
    assert.equal(this, undefined)
    return fetch(url, init)
  }
  await callerTo(server.origin, { fetch: fetchOfThis }).call(read)
})

test('calls networkFailed only for a /v1 call without a network', async (context) => {
  const server = await startTestServer(context, raw(502, ''), envelope(0, 'No'), hangUp)
  let failures = 0
  const { call } = callerTo(server.origin, {
    networkFailed: () => {
      failures += 1
    },
  })
  const trading = { path: '/v1/api/forex/my_deal', verb: 'GET' } as const
  await failureOf(call(trading))
  await failureOf(call(trading))
  await failureOf(call({ ...trading, signal: AbortSignal.abort() }))
  await failureOf(call({ ...trading, signal: AbortSignal.abort(new DOMException('late', 'TimeoutError')) }))
  await failureOf(call(read))
  assert.equal(failures, 0)
  await failureOf(call(trading))
  assert.equal(failures, 1)
})

test('shows no toast for a refusal that the form shows beside a field', async (context) => {
  const server = await startTestServer(context, envelope(0, 'Wrong code', { reason: 'wrong_code' }))
  const { call, toasts } = callerTo(server.origin)
  await failureOf(call({ ...read, inlineReasons: ['wrong_code'] }))
  assert.deepEqual(toasts, [])
  await failureOf(call({ ...read, inlineReasons: ['operator_exists'] }))
  assert.deepEqual(toasts, [['Wrong code', 'error']])
})

for (const [name, timeoutMs] of [
  ['the default time', undefined],
  ['the time of the request', 5_000],
] as const)
  test(`a call without an answer fails after ${name}`, async (context) => {
    const server = await startTestServer(context, silence)
    const { call, toasts, timers } = callerTo(server.origin)
    const failing = failureOf(call({ ...read, ...(timeoutMs === undefined ? {} : { timeoutMs }) }))
    await eventually(() => server.received.length === 1)
    timers.advance((timeoutMs ?? defaultTimeoutMs) - 1)
    assert.deepEqual(toasts, [])
    timers.advance(1)
    const failure = await failing
    assert.ok(isCallFailure(failure) && failure.kind === 'transport' && failure.code === 'ERR_TIMEOUT')
    assert.deepEqual(toasts, [['Connection problem (ERR_TIMEOUT)', 'error']])
  })

test('a finished call leaves no timer', async (context) => {
  const server = await startTestServer(context, envelope(1), hangUp)
  const { call, timers } = callerTo(server.origin)
  await call(read)
  await failureOf(call(read))
  assert.deepEqual(timers.pending(), [])
})

test('sends the support thread of a visitor in its header only', async (context) => {
  const server = await startTestServer(context, envelope(1))
  const { call } = callerTo(server.origin)
  await call({ path: '/a', verb: 'GET', thread: 'token' })
  await call({ path: '/a', verb: 'GET' })
  const [first, second] = server.received
  assert.deepEqual(
    [first?.headers['support-thread'], first?.query.has('thread'), second?.headers['support-thread']],
    ['token', false, undefined],
  )
})
