import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { isCallFailure } from '#web/calls/call-failure.ts'
import { maxAnswerBytes } from '#web/calls/send-request.ts'
import {
  callerTo,
  envelope,
  failureOf,
  hangUp,
  raw,
  silence,
  startTestServer,
} from '#web/calls/test-server.test.ts'
import { eventually } from '#web/platform/eventually.test.ts'

const read = { path: '/api/user/info', verb: 'GET' } as const

test('a success is unwrapped to its data and says nothing when it has nothing to say', async (context) => {
  const server = await startTestServer(context, envelope(1, '', { uid: 7 }))
  const { call, toasts } = callerTo(server.origin)
  assert.deepEqual(await call<{ uid: number }>(read), { uid: 7 })
  assert.deepEqual(toasts, [])
})

test('null is data too', async (context) => {
  const server = await startTestServer(context, envelope(1, '', null))
  assert.equal(await callerTo(server.origin).call(read), null)
})

test('the words of a success are shown, unless the call is quiet', async (context) => {
  const server = await startTestServer(context, envelope(1, 'Saved'))
  const { call, toasts } = callerTo(server.origin)
  await call(read)
  await call({ ...read, quiet: true })
  assert.deepEqual(toasts, [['Saved', 'success']])
})

test('a refusal rejects with its reason, field and figures, and its words are shown', async (context) => {
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

test('a quiet refusal and one without words show nothing', async (context) => {
  const server = await startTestServer(context, envelope(0, 'No'), envelope(0, ''))
  const { call, toasts } = callerTo(server.origin)
  await failureOf(call({ ...read, quiet: true }))
  await failureOf(call(read))
  assert.deepEqual(toasts, [])
})

const details = [
  [
    'a reason this client has no name for',
    envelope(0, 'x', { reason: 'brand_new' }),
    { kind: 'refused', reason: undefined },
  ],
  ['a refusal without data', envelope(0, 'x'), { kind: 'refused', reason: undefined, data: null }],
  ['a code this client does not know', envelope(7, 'x'), { kind: 'refused', code: 7 }],
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
    'an envelope under a status that is not ours',
    raw(404, '{"code":1,"msg":"","data":1}'),
    { kind: 'transport', status: 404 },
  ],
  ['a page where JSON should be', raw(200, '<html>Welcome to the hotel</html>'), { kind: 'malformed' }],
  ['an empty body', raw(200, ''), { kind: 'malformed' }],
  ['JSON cut short', raw(200, '{"code":1,"msg":"","da'), { kind: 'malformed' }],
  ['JSON that is no envelope', raw(200, '[1]'), { kind: 'malformed' }],
  ['a bare null', raw(200, 'null'), { kind: 'malformed' }],
  ['a code as text', raw(200, '{"code":"1","msg":"","data":1}'), { kind: 'malformed' }],
  ['an envelope without words', raw(200, '{"code":1,"data":1}'), { kind: 'malformed' }],
  ['an envelope without data', raw(200, '{"code":1,"msg":""}'), { kind: 'malformed' }],
  ['a redirect', raw(302, ''), { kind: 'transport' }],
  ['a line that is cut', hangUp, { kind: 'transport', code: 'ERR_NETWORK' }],
  ['an answer beyond the bound', raw(200, ' '.repeat(maxAnswerBytes + 1)), { kind: 'malformed' }],
] as const

for (const [what, answer, expected] of details) {
  test(`${what} is one failure of kind ${expected.kind}, shown once`, async (context) => {
    const server = await startTestServer(context, answer)
    const { call, toasts, loading } = callerTo(server.origin)
    const failure = await failureOf(call({ ...read, loading: true }))
    assert.ok(isCallFailure(failure))
    assert.partialDeepStrictEqual({ ...failure }, expected)
    assert.equal(toasts.length, 1)
    assert.equal(loading.getSnapshot(), 0)
  })
}

test('a body that ends before its stated length is a transport failure', async (context) => {
  const server = await startTestServer(context, (response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"code":1,', () => response.destroy())
  })
  const failure = await failureOf(callerTo(server.origin).call(read))
  assert.ok(isCallFailure(failure) && failure.kind === 'transport')
})

test('transport failures show a sentence with the code in brackets, malformed answers too', async (context) => {
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

test('a cancelled call says nothing and closes the loading indicator', async (context) => {
  const halfAnAnswer = (response: ServerResponse) => {
    response.writeHead(200)
    response.write('{"code":')
  }
  for (const answer of [silence, halfAnAnswer]) {
    const server = await startTestServer(context, answer)
    const { call, toasts, loading } = callerTo(server.origin)
    const controller = new AbortController()
    const failing = failureOf(call({ ...read, loading: true, signal: controller.signal }))
    await eventually(() => server.seen.length === 1)
    assert.equal(loading.getSnapshot(), 1)
    controller.abort()
    const failure = await failing
    assert.ok(isCallFailure(failure) && failure.kind === 'cancelled')
    assert.deepEqual(toasts, [])
    assert.equal(loading.getSnapshot(), 0)
  }
})

test('a call cancelled when its answer has just arrived is cancelled all the same', async (context) => {
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

test('a call cancelled before it began never reaches the server', async (context) => {
  const server = await startTestServer(context, envelope(1))
  const { call, toasts } = callerTo(server.origin)
  const failure = await failureOf(call({ ...read, signal: AbortSignal.abort() }))
  assert.ok(isCallFailure(failure) && failure.kind === 'cancelled')
  assert.equal(server.seen.length, 0)
  assert.deepEqual(toasts, [])
})

test('a signal that ran out of time is a transport failure, not a cancelled call', async (context) => {
  const server = await startTestServer(context, silence)
  const controller = new AbortController()
  controller.abort(new DOMException('late', 'TimeoutError'))
  const failure = await failureOf(callerTo(server.origin).call({ ...read, signal: controller.signal }))
  assert.ok(isCallFailure(failure) && failure.kind === 'transport' && failure.code === 'ERR_TIMEOUT')
})

test('parallel calls share one indicator, which closes with the last; calls that do not ask for it leave it alone', async (context) => {
  const server = await startTestServer(context, envelope(1), hangUp, envelope(0, 'no'), envelope(1))
  const { call, loading } = callerTo(server.origin)
  const most: number[] = []
  loading.subscribe(() => most.push(loading.getSnapshot()))
  await Promise.allSettled([1, 2, 3].map(() => call({ ...read, loading: true })))
  await call(read)
  assert.equal(Math.max(...most), 3)
  assert.equal(loading.getSnapshot(), 0)
})

test("the browser's fetch is not called as a method of something else", async (context) => {
  const server = await startTestServer(context, envelope(1))
  const fetchOfThis = function (this: unknown, url: string, init: RequestInit) {
    assert.equal(this, undefined)
    return fetch(url, init)
  }
  await callerTo(server.origin, { fetch: fetchOfThis }).call(read)
})

test('only a /v1 call that found no network tells that the network failed', async (context) => {
  const server = await startTestServer(context, raw(502, ''), envelope(0, 'No'), hangUp)
  let told = 0
  const { call } = callerTo(server.origin, {
    networkFailed: () => {
      told += 1
    },
  })
  const trading = { path: '/v1/api/forex/my_deal', verb: 'GET' } as const
  await failureOf(call(trading))
  await failureOf(call(trading))
  await failureOf(call({ ...trading, signal: AbortSignal.abort() }))
  await failureOf(call({ ...trading, signal: AbortSignal.abort(new DOMException('late', 'TimeoutError')) }))
  await failureOf(call(read))
  assert.equal(told, 0)
  await failureOf(call(trading))
  assert.equal(told, 1)
})
