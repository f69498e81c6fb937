import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exchangeBounds } from '#desk/calls/exchange.ts'
import { type Answer, callerTo, envelope, failureOf, silence } from '#test/desk/fake-server.ts'

const read = { path: '/desk/api/me', verb: 'GET' } as const
const decide = { path: '/desk/api/identity/decide', verb: 'POST', input: { id: 7, approve: 1 } } as const

describe('a call of the console', () => {
  test('sends a GET with its input in the query, and token and language in headers', async () => {
    const { call, sent } = callerTo(envelope(1, '', { total: 3 }))
    assert.deepEqual(await call({ ...read, input: { page: 2, left: undefined } }), { total: 3 })
    const [{ url, init, headers } = assert.fail()] = sent
    assert.equal(url.href, 'https://desk.test/desk/api/me?page=2&t=1700000000000')
    assert.deepEqual([headers.get('authorization'), headers.get('lang')], ['token-1', 'en'])
    assert.deepEqual([init.method, init.body, init.cache, init.redirect], ['GET', null, 'no-store', 'error'])
    assert.equal(headers.get('idempotency-key'), null)
  })

  test('sends a POST with its input in the body and an idempotency key', async () => {
    const { call, sent } = callerTo(envelope(1))
    await call(decide)
    const [{ init, headers } = assert.fail()] = sent
    assert.equal(init.body, '{"id":7,"approve":1}')
    assert.deepEqual(
      [headers.get('idempotency-key'), headers.get('content-type')],
      ['key-1', 'application/json'],
    )
  })

  test('has no authorization header when signed out', async () => {
    const { call, sent, session } = callerTo(envelope(1))
    session.token = undefined
    await call(read)
    assert.equal(sent[0]?.headers.has('authorization'), false)
  })

  test('shows the message of a success, unless it is empty or the call is quiet', async () => {
    const { call, toasts } = callerTo(envelope(1, 'Approved'), envelope(1, 'Approved'), envelope(1, ''))
    await call(decide)
    await call({ ...decide, quiet: true })
    await call(decide)
    assert.deepEqual(toasts, [['Approved', 'good']])
  })

  test('shows no toast for a refusal that the form shows inline', async () => {
    const refusal = envelope(0, 'Wrong code', { reason: 'wrong_code' })
    const { call, toasts } = callerTo(refusal)
    await failureOf(call({ ...decide, inlineReasons: ['wrong_code'] }))
    assert.deepEqual(toasts, [])
    await failureOf(call({ ...decide, inlineReasons: ['operator_exists'] }))
    assert.deepEqual(toasts, [['Wrong code', 'danger']])
  })
})

const failures = [
  [
    'a refusal',
    envelope(0, 'No.', { reason: 'invalid_input', field: 'email' }),
    { kind: 'refused', reason: 'invalid_input', field: 'email', msg: 'No.' },
    'No.',
  ],
  [
    'an unknown reason',
    envelope(0, 'No.', { reason: 'brand_new' }),
    { kind: 'refused', reason: undefined },
    'No.',
  ],
  ['an unknown code', envelope(7, 'Hm.'), { kind: 'refused', reason: undefined }, 'Hm.'],
  [
    'too many requests',
    envelope(429, 'Wait.', { retry_after: 9 }),
    { kind: 'too_many', retryAfterSeconds: 9 },
    'Wait.',
  ],
  [
    'too many requests without a time',
    envelope(429, 'Wait.'),
    { kind: 'too_many', retryAfterSeconds: 1 },
    'Wait.',
  ],
  ['a fault', envelope(500, 'Quote f-1.', { id: 'f-1' }), { kind: 'fault', msg: 'Quote f-1.' }, 'Quote f-1.'],
  [
    "a proxy's page",
    () => new Response('<html>', { status: 502 }),
    { kind: 'transport', code: '502' },
    'No connection (502)',
  ],
  [
    'HTML instead of an envelope',
    () => new Response('<html>'),
    { kind: 'transport', code: 'ERR_ANSWER' },
    'No connection (ERR_ANSWER)',
  ],
  [
    'JSON other than an envelope',
    () => new Response('[1]'),
    { kind: 'transport', code: 'ERR_ANSWER' },
    'No connection (ERR_ANSWER)',
  ],
  [
    'an envelope without data',
    () => new Response('{"code":1,"msg":""}'),
    { kind: 'transport', code: 'ERR_ANSWER' },
    'No connection (ERR_ANSWER)',
  ],
  [
    'an oversized answer',
    () => new Response(new Uint8Array(exchangeBounds.answerBytes + 1)),
    { kind: 'transport', code: 'ERR_TOO_LONG' },
    'No connection (ERR_TOO_LONG)',
  ],
  [
    'a network error',
    () => Promise.reject(new TypeError('failed to fetch')),
    { kind: 'transport', code: 'ERR_NETWORK' },
    'No connection (ERR_NETWORK)',
  ],
] as const

describe('a failure is shown once', () => {
  for (const [name, answer, expected, text] of failures) {
    test(name, async () => {
      const { call, toasts, timers } = callerTo(answer)
      const failure = await failureOf(call(read))
      assert.partialDeepStrictEqual({ ...failure }, expected)
      assert.deepEqual(toasts, [[text, 'danger']])
      assert.equal(timers.pending().length, 0)
    })
  }

  test('shows nothing for a call that was cancelled before or while it ran', async () => {
    const controller = new AbortController()
    const { call, toasts } = callerTo(silence)
    const running = failureOf(call({ ...read, signal: controller.signal }))
    controller.abort()
    for (const failure of [await running, await failureOf(call({ ...read, signal: controller.signal }))])
      assert.ok(failure.kind === 'cancelled')
    assert.deepEqual(toasts, [])
  })

  test('discards an answer that arrives while the call is cancelled', async () => {
    const controller = new AbortController()
    const { call } = callerTo(() => {
      queueMicrotask(() => controller.abort())
      return envelope(1, 'Too late')()
    })
    const failure = await failureOf(call({ ...read, signal: controller.signal }))
    assert.ok(failure.kind === 'cancelled')
  })

  test('shows a timeout', async () => {
    const { call, toasts, timers } = callerTo(silence)
    const failing = failureOf(call(read))
    timers.advance(exchangeBounds.answerMs)
    const failure = await failing
    assert.ok(failure.kind === 'transport')
    assert.deepEqual(toasts, [['No connection (ERR_TIMEOUT)', 'danger']])
  })
})

describe('an expired session', () => {
  test('is reported once, without a toast', async () => {
    const { call, session, toasts } = callerTo(envelope(999, 'Your session has ended.'))
    const failures = await Promise.all([failureOf(call(read)), failureOf(call(read))])
    for (const failure of failures) assert.ok(failure.kind === 'session_over')
    assert.deepEqual([session.endings, toasts], [1, []])
  })

  test('of an earlier token does not end the current session', async () => {
    const { call, session } = callerTo(envelope(999))
    const late = failureOf(call(read))
    session.token = 'token-2'
    await late
    assert.deepEqual([session.endings, session.token], [0, 'token-2'])
  })
})

describe('the idempotency key', () => {
  const keysOf = async (request: object, ...answers: readonly Answer[]) => {
    const { call, sent, session } = callerTo(...answers)
    for (const [at] of answers.entries()) {
      if (at === 2) session.token = 'token-2'
      await call({ ...decide, ...request }).catch(() => undefined)
    }
    return sent.map(({ headers }) => headers.get('idempotency-key'))
  }
  const lost = () => new Response('', { status: 502 })

  test('stays the same until the request is settled', async () => {
    const unknown = envelope(0, '', { reason: 'outcome_unknown' })
    assert.deepEqual(await keysOf({}, lost, unknown), ['key-1', 'key-1'])
    assert.deepEqual(await keysOf({}, envelope(500, 'x'), envelope(1)), ['key-1', 'key-1'])
    assert.deepEqual(await keysOf({}, envelope(1), envelope(1)), ['key-1', 'key-2'])
    assert.deepEqual(await keysOf({}, envelope(0, '', { reason: 'already_decided' }), lost), [
      'key-1',
      'key-2',
    ])
  })

  test('is new in another session', async () => {
    assert.deepEqual(await keysOf({}, lost, lost, lost), ['key-1', 'key-1', 'key-2'])
  })

  test('is new for every request with a secret', async () => {
    assert.deepEqual(await keysOf({ secret: true }, lost, lost), ['key-1', 'key-2'])
  })

  test('differs between requests', async () => {
    const { call, sent } = callerTo(lost)
    for (const id of [1, 2, 1]) await failureOf(call({ ...decide, input: { id, approve: 1 } }))
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('idempotency-key')),
      ['key-1', 'key-2', 'key-1'],
    )
  })

  test('is dropped after twenty newer unsettled requests', async () => {
    const { call, sent } = callerTo(lost)
    for (let id = 0; id <= 20; id += 1) await failureOf(call({ ...decide, input: { id, approve: 1 } }))
    await failureOf(call({ ...decide, input: { id: 0, approve: 1 } }))
    assert.equal(sent.at(-1)?.headers.get('idempotency-key'), 'key-22')
  })
})

describe('a private picture', () => {
  const request = { path: '/desk/api/image', verb: 'GET', input: { name: 'a' }, quiet: true } as const
  const jpeg = (bytes: number) => () =>
    new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/jpeg' } })

  test('is requested with the token and returned as a blob', async () => {
    const { picture, sent } = callerTo(jpeg(5))
    const blob = await picture(request)
    assert.deepEqual([blob.type, blob.size], ['image/jpeg', 5])
    assert.equal(sent[0]?.headers.get('authorization'), 'token-1')
  })

  test('fails for a refusal, a wrong type, an oversized answer and a timeout', async () => {
    const { picture, timers } = callerTo(
      envelope(0, 'Not found', { reason: 'image_unknown' }),
      jpeg(exchangeBounds.pictureBytes + 1),
      envelope(1),
      () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
      silence,
    )
    assert.partialDeepStrictEqual({ ...(await failureOf(picture(request))) }, { reason: 'image_unknown' })
    for (const code of ['ERR_TOO_LONG', 'ERR_ANSWER', 'ERR_ANSWER'])
      assert.partialDeepStrictEqual({ ...(await failureOf(picture(request))) }, { kind: 'transport', code })
    const slow = failureOf(picture(request))
    timers.advance(exchangeBounds.pictureMs)
    assert.partialDeepStrictEqual({ ...(await slow) }, { kind: 'transport', code: 'ERR_TIMEOUT' })
  })

  test('reports an expired session', async () => {
    const { picture, session } = callerTo(envelope(999))
    await failureOf(picture(request))
    assert.equal(session.endings, 1)
  })
})
