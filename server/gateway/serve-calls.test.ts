import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { answered, type Outcome } from '#contract/outcome.ts'
import type { CommandKey } from '#server/engine/engine.ts'
import { createWebServer, route, serveCalls, type WebServer } from '#server/gateway/gateway.ts'
import type { Admitted } from '#server/gateway/route.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'

/** A public call that changes data. */
const rename = defineCall({
  name: 'rename',
  group: 'Test',
  summary: 'Rename',
  path: '/api/rename',
  verb: 'GET',
  changes: true,
  access: 'anyone',
  input: Type.Object({ name: Type.String({ minLength: 1 }), times: Type.Optional(Type.Integer()) }),
  answer: Type.Object({ name: Type.String(), times: Type.Integer(), token: Type.String() }),
})

/** A call with long texts. */
const write = { ...rename, name: 'write', path: '/api/write', verb: 'POST', hasLargeBody: true } as const

/** A call whose outcome the engine keeps. */
const trade = {
  ...rename,
  input: Type.Object({ ...rename.input.properties, auth_code: Type.Optional(Type.String()) }),
  name: 'trade',
  path: '/api/trade',
  access: 'user',
  outcomeKeptBy: 'engine',
  risk: 'adds',
} as const

let app: WebServer
/** Keys passed on to `trade`, and keys the gateway handled itself. */
const passedKeys: (CommandKey | undefined)[] = []
const gatewayKeys: string[] = []
let tradesLeft = Number.POSITIVE_INFINITY
/** Whether calls that add risk are admitted. */
let isAdmitting = true
/** Calls that add risk and have not left their place. */
let running = 0
/** Results of successive authorisations of `late`. */
const admissions: Admitted<undefined>[] = []

async function enter() {
  if (!isAdmitting) return undefined
  running += 1
  return {
    waitedMs: 1200,
    leave() {
      running -= 1
    },
  }
}

before(async () => {
  const translatorFor = createTranslators()
  app = await createWebServer({
    log: createLog('silent'),
    clock: { now: () => 0, elapsed: () => 0 },
    timers: systemTimers,
    random: systemRandom,
    metrics: createMetrics(),
    translatorFor,
    webOrigins: [],
    trustedProxies: [],
  })
  const runOnce = ({ key }: { readonly key: string }, work: () => Promise<Outcome<unknown>>) => {
    gatewayKeys.push(key)
    return work()
  }
  const tradingLimit = {
    take(scope: string) {
      assert.equal(scope, 'user:7')
      tradesLeft -= 1
      return tradesLeft >= 0 ? ({ ok: true } as const) : ({ ok: false, retryAfterSeconds: 2 } as const)
    },
  }
  const accountLimits = { trading: tradingLimit, reducingRisk: tradingLimit, records: tradingLimit }
  serveCalls(
    app,
    {
      translatorFor,
      runOnce,
      countryOf: () => undefined,
      accountLimits,
      openings: { enter },
      mayHaveUsed: (userId, key) => userId === 7 && key === 'used-before',
    },
    [
      {
        call: trade,
        admit: async () => ({ kind: 'admitted', scope: 'user:7', userId: 7, who: undefined }),
        answer: async (input, { idempotency, waitedMs }) => {
          if ((input as { readonly name: string }).name === 'throws') throw new Error('the engine is away')
          assert.equal(waitedMs, 1200)
          passedKeys.push(idempotency)
          return answered('done')
        },
      },
      {
        call: { ...rename, name: 'late', path: '/api/late', access: 'user' },
        admit: async () => admissions.shift() ?? { kind: 'session_invalid' },
        answer: async () => answered('done'),
      },
      route(rename, async ({ name, times = 1 }, { token = 'none' }) => answered({ name, times, token })),
      route(write, async ({ name }) => answered({ name, times: 1, token: '' })),
    ],
  )
})

after(() => app.close())

type Request = { method: 'GET' | 'POST'; url: string; payload?: string; headers?: Record<string, string> }

async function call(request: Request) {
  return (await app.inject({ ...request, headers: { lang: 'en', ...request.headers } })).json()
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a call that changes something', () => {
  const same = { code: 1, msg: '', data: { name: 'ann', times: 2, token: 'none' } }

  test('reads its input from a query, a form or JSON alike', async () => {
    assert.deepEqual(await call({ method: 'GET', url: '/api/rename?name=ann&times=2&t=123' }), same)
    assert.deepEqual(
      await call({ method: 'POST', url: '/api/rename', payload: 'name=ann&times=2', headers: form }),
      same,
    )
    assert.deepEqual(
      await call({ method: 'POST', url: '/api/rename', payload: '{"name":"ann","times":2}', headers: json }),
      same,
    )
  })

  test('treats an empty optional field as missing, in a query and a form', async () => {
    const once = { code: 1, msg: '', data: { name: 'ann', times: 1, token: 'none' } }
    assert.deepEqual(await call({ method: 'GET', url: '/api/rename?name=ann&times=' }), once)
    assert.deepEqual(
      await call({ method: 'POST', url: '/api/rename', payload: 'name=ann&times=', headers: form }),
      once,
    )
  })

  test('is not served to HEAD', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/api/rename?name=ann' })
    assert.equal(response.statusCode, 404)
  })

  test('reads the token bare or as a bearer token', async () => {
    for (const authorization of ['abc', 'Bearer abc']) {
      const answer = await call({ method: 'GET', url: '/api/rename?name=ann', headers: { authorization } })
      assert.equal(answer.data.token, 'abc')
    }
  })

  test('is refused when the session ends while the body arrives', async () => {
    const post = { method: 'POST', url: '/api/late', payload: '{"name":"ann"}', headers: json } as const
    const admitted = { kind: 'admitted', scope: 'user:1', who: undefined } as const
    admissions.push(admitted, admitted)
    assert.equal((await call(post)).code, 1)
    admissions.push(admitted)
    assert.equal((await call(post)).code, 999)
  })

  test('may take a long text', async () => {
    const name = '長'.repeat(40_000)
    const payload = JSON.stringify({ name })
    const answer = await call({ method: 'POST', url: '/api/write', payload, headers: json })
    assert.deepEqual(answer.data, { name, times: 1, token: '' })
  })

  test('treats null as missing, not as 0', async () => {
    const post = (payload: string) => call({ method: 'POST', url: '/api/rename', payload, headers: json })
    assert.equal((await post('{"name":"ann","times":null}')).data.times, 1)
    assert.deepEqual((await post('{"name":null}')).data, { reason: 'invalid_input', field: 'name' })
  })

  const refused: readonly (readonly [string, Request, object])[] = [
    ['a missing field', { method: 'GET', url: '/api/rename' }, { reason: 'invalid_input', field: 'name' }],
    [
      'an empty field',
      { method: 'GET', url: '/api/rename?name=' },
      { reason: 'invalid_input', field: 'name' },
    ],
    [
      'a field of the wrong type',
      { method: 'GET', url: '/api/rename?name=a&times=x' },
      { reason: 'invalid_input', field: 'times' },
    ],
    [
      'an infinite number',
      { method: 'GET', url: '/api/rename?name=a&times=1e309' },
      { reason: 'invalid_input', field: 'times' },
    ],
    [
      'an infinite number in JSON',
      { method: 'POST', url: '/api/rename', payload: '{"name":"a","times":1e309}', headers: json },
      { reason: 'invalid_input', field: 'times' },
    ],
    [
      'an infinite number in a form',
      { method: 'POST', url: '/api/rename', payload: 'name=a&times=-1e309', headers: form },
      { reason: 'invalid_input', field: 'times' },
    ],
    ['no body at all', { method: 'POST', url: '/api/rename' }, { reason: 'invalid_input', field: 'name' }],
    [
      'a body that is a list',
      { method: 'POST', url: '/api/rename', payload: '[1]', headers: json },
      { reason: 'invalid_input' },
    ],
    [
      'a body that is null',
      { method: 'POST', url: '/api/rename', payload: 'null', headers: json },
      { reason: 'invalid_input', field: 'name' },
    ],
    [
      'an empty JSON body',
      { method: 'POST', url: '/api/rename', payload: '', headers: json },
      { reason: 'invalid_input', field: 'name' },
    ],
    [
      'malformed JSON',
      { method: 'POST', url: '/api/rename', payload: '{"name":', headers: json },
      { reason: 'malformed_body' },
    ],
    [
      'an unsupported content type',
      { method: 'POST', url: '/api/rename', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
      { reason: 'unsupported_media_type' },
    ],
    [
      'a body that is too large',
      { method: 'POST', url: '/api/rename', payload: `{"name":"${'x'.repeat(24 * 1024)}"}`, headers: json },
      { reason: 'body_too_large' },
    ],
    [
      'a body that is too large for long texts',
      { method: 'POST', url: '/api/write', payload: `{"name":"${'x'.repeat(512 * 1024)}"}`, headers: json },
      { reason: 'body_too_large' },
    ],
  ]
  for (const [name, request, data] of refused) {
    test(`refuses ${name}`, async () => {
      const answer = await call(request)
      assert.deepEqual([answer.code, answer.data], [0, data])
    })
  }
})

describe('a call whose outcome the engine keeps', () => {
  const fingerprintOf = async (request: Request) => {
    passedKeys.length = 0
    assert.equal((await call(request)).code, 1)
    const [passed] = passedKeys
    assert.equal(passed?.key, 'key-12345')
    assert.match(passed.fingerprint, /^[0-9a-f]{64}$/)
    return passed.fingerprint
  }
  const keyed = { 'idempotency-key': 'key-12345' }

  test('receives the idempotency key, and the gateway stores nothing', async () => {
    gatewayKeys.length = 0
    await fingerprintOf({ method: 'GET', url: '/api/trade?name=ann', headers: keyed })
    assert.deepEqual(gatewayKeys, [])
    await call({ method: 'GET', url: '/api/rename?name=ann', headers: keyed })
    assert.deepEqual(gatewayKeys, ['key-12345'])
  })

  test('has the same fingerprint however the same parameters are sent', async () => {
    const first = await fingerprintOf({ method: 'GET', url: '/api/trade?name=ann&times=2', headers: keyed })
    const same: readonly Request[] = [
      { method: 'GET', url: '/api/trade?times=2&name=ann&t=99', headers: keyed },
      { method: 'GET', url: '/api/trade?times=2&name=ann&idem=key-12345' },
      // A code proves who asks. It does not change the request.
      { method: 'GET', url: '/api/trade?times=2&name=ann&auth_code=123456', headers: keyed },
      {
        method: 'POST',
        url: '/api/trade',
        payload: '{"times":"2","name":"ann"}',
        headers: { ...json, ...keyed },
      },
      { method: 'POST', url: '/api/trade', payload: 'name=ann&times=2', headers: { ...form, ...keyed } },
    ]
    for (const request of same) assert.equal(await fingerprintOf(request), first)
    assert.notEqual(
      await fingerprintOf({ method: 'GET', url: '/api/trade?name=ann&times=3', headers: keyed }),
      first,
    )
  })

  test('runs without a key if none was sent, and is refused with a malformed one', async () => {
    passedKeys.length = 0
    await call({ method: 'GET', url: '/api/trade?name=ann' })
    assert.deepEqual(passedKeys, [undefined])
    const malformed = { 'idempotency-key': 'a b' }
    const answer = await call({ method: 'GET', url: '/api/trade?name=ann', headers: malformed })
    assert.deepEqual(answer.data, { reason: 'invalid_input', field: 'idempotency-key' })
    assert.equal(passedKeys.length, 1)
  })

  test('that adds risk is refused while too many wait', async () => {
    isAdmitting = false
    const answer = await call({ method: 'GET', url: '/api/trade?name=ann' })
    assert.deepEqual([answer.code, answer.data], [0, { reason: 'busy' }])
    // A key that an earlier call may have used gets no `busy`: that would say that nothing was done.
    for (const [key, reason] of [
      ['new', 'busy'],
      ['used-before', 'outcome_unknown'],
    ])
      assert.equal(
        (await call({ method: 'GET', url: `/api/trade?name=ann&idem=${key}` })).data.reason,
        reason,
      )
    assert.equal((await call({ method: 'GET', url: '/api/rename?name=ann' })).code, 1)
    isAdmitting = true
  })

  test('that adds risk leaves its place before its answer is sent, however it ends', async () => {
    for (const url of ['/api/trade?name=ann', '/api/trade?name=throws'])
      await call({ method: 'GET', url }).catch(() => undefined)
    assert.equal(running, 0)
  })

  test('is rate limited per account before the input is checked', async () => {
    tradesLeft = 1
    assert.equal((await call({ method: 'GET', url: '/api/trade?name=ann' })).code, 1)
    const answer = await call({ method: 'GET', url: '/api/trade' })
    assert.deepEqual([answer.code, answer.data], [429, { retry_after: 2 }])
    assert.equal((await call({ method: 'GET', url: '/api/rename?name=ann' })).code, 1)
    tradesLeft = Number.POSITIVE_INFINITY
  })
})
