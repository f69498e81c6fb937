import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { answered, type Outcome } from '#contract/outcome.ts'
import { createWebServer, route, serveCalls, type WebServer } from '#server/gateway/gateway.ts'
import type { Admitted } from '#server/gateway/route.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createWords } from '#server/platform/words.ts'

/** A call that changes something, of which the product has none yet that needs no login. */
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

let app: WebServer
/** What is said to whoever asks for `late`, one after the other. */
const admissions: Admitted<undefined>[] = []

before(async () => {
  const words = createWords()
  app = await createWebServer({
    log: createLog('silent'),
    clock: { now: () => 0, elapsed: () => 0 },
    random: systemRandom,
    metrics: createMetrics(),
    words,
    webOrigins: [],
    trustedProxies: [],
  })
  const once = (_: unknown, work: () => Promise<Outcome<unknown>>) => work()
  serveCalls(app, { words, once, countryOf: () => undefined }, [
    {
      call: { ...rename, name: 'late', path: '/api/late', access: 'user' },
      admit: async () => admissions.shift() ?? { kind: 'session_invalid' },
      answer: async () => answered('done'),
    },
    route(rename, async ({ name, times = 1 }, { token = 'none' }) => answered({ name, times, token })),
  ])
})

after(() => app.close())

type Request = { method: 'GET' | 'POST'; url: string; payload?: string; headers?: Record<string, string> }

async function ask(request: Request) {
  return (await app.inject({ ...request, headers: { lang: 'en', ...request.headers } })).json()
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a call that changes something', () => {
  const same = { code: 1, msg: '', data: { name: 'ann', times: 2, token: 'none' } }

  test('takes its input from the query of a GET, a form or JSON, alike', async () => {
    assert.deepEqual(await ask({ method: 'GET', url: '/api/rename?name=ann&times=2&t=123' }), same)
    assert.deepEqual(
      await ask({ method: 'POST', url: '/api/rename', payload: 'name=ann&times=2', headers: form }),
      same,
    )
    assert.deepEqual(
      await ask({ method: 'POST', url: '/api/rename', payload: '{"name":"ann","times":2}', headers: json }),
      same,
    )
  })

  test('takes an empty field that need not be there as not there, wherever it stands', async () => {
    const once = { code: 1, msg: '', data: { name: 'ann', times: 1, token: 'none' } }
    assert.deepEqual(await ask({ method: 'GET', url: '/api/rename?name=ann&times=' }), once)
    assert.deepEqual(
      await ask({ method: 'POST', url: '/api/rename', payload: 'name=ann&times=', headers: form }),
      once,
    )
  })

  test('is not made by a HEAD', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/api/rename?name=ann' })
    assert.equal(response.statusCode, 404)
  })

  test('passes the token on, bare or as a bearer', async () => {
    for (const authorization of ['abc', 'Bearer abc']) {
      const answer = await ask({ method: 'GET', url: '/api/rename?name=ann', headers: { authorization } })
      assert.equal(answer.data.token, 'abc')
    }
  })

  test('is not made by one who was let in and lost their right before all of it had come', async () => {
    const post = { method: 'POST', url: '/api/late', payload: '{"name":"ann"}', headers: json } as const
    const admitted = { kind: 'admitted', scope: 'user:1', who: undefined } as const
    admissions.push(admitted, admitted)
    assert.equal((await ask(post)).code, 1)
    admissions.push(admitted)
    assert.equal((await ask(post)).code, 999)
  })

  test('takes a null as nothing, not as a number', async () => {
    const post = (payload: string) => ask({ method: 'POST', url: '/api/rename', payload, headers: json })
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
      'a field of the wrong kind',
      { method: 'GET', url: '/api/rename?name=a&times=x' },
      { reason: 'invalid_input', field: 'times' },
    ],
    [
      'a number without an end',
      { method: 'GET', url: '/api/rename?name=a&times=1e309' },
      { reason: 'invalid_input', field: 'times' },
    ],
    [
      'a number without an end in JSON',
      { method: 'POST', url: '/api/rename', payload: '{"name":"a","times":1e309}', headers: json },
      { reason: 'invalid_input', field: 'times' },
    ],
    [
      'a number without an end in a form',
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
      'JSON that is none',
      { method: 'POST', url: '/api/rename', payload: '{"name":', headers: json },
      { reason: 'malformed_body' },
    ],
    [
      'another kind of content',
      { method: 'POST', url: '/api/rename', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
      { reason: 'unsupported_media_type' },
    ],
    [
      'too much',
      { method: 'POST', url: '/api/rename', payload: `{"name":"${'x'.repeat(70_000)}"}`, headers: json },
      { reason: 'body_too_large' },
    ],
  ]
  for (const [name, request, data] of refused) {
    test(`refuses ${name}`, async () => {
      const answer = await ask(request)
      assert.deepEqual([answer.code, answer.data], [0, data])
    })
  }
})
