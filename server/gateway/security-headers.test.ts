// Security headers over a real connection: Node and the HTTP parser answer some requests without our routes.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { answered } from '#contract/outcome.ts'
import {
  connectionLimits,
  createSecurityHeaders,
  prepare,
  route,
  serveCalls,
  serveDocs,
  servePages,
  serveProbes,
  type WebServer,
} from '#server/gateway/gateway.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { listenRaw, parseAnswer, webOrigin } from '#test/gateway/raw-http.ts'

const builtDir = mkdtempSync(join(tmpdir(), 'openlot-built-'))
for (const app of ['web', 'desk']) {
  mkdirSync(join(builtDir, app, 'assets'), { recursive: true })
  writeFileSync(join(builtDir, app, 'index.html'), '<title>page</title>')
  writeFileSync(join(builtDir, app, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(builtDir, app, 'assets', 'a-1.js'), 'export {}')
  writeFileSync(join(builtDir, app, 'assets', 'a-1.js.gz'), gzipSync('export {}'))
}
after(() => rmSync(builtDir, { recursive: true }))

const echo = defineCall({
  ...{ name: 'echo', group: 'Test', summary: 'Echo', path: '/api/echo', verb: 'POST', changes: false },
  ...{ access: 'anyone', input: Type.Object({ word: Type.String() }), answer: Type.String() },
})
const list = defineCall({ ...echo, name: 'list', path: '/api/list', verb: 'GET', input: Type.Object({}) })
const picture = defineCall({ ...list, name: 'picture', path: '/api/picture' })

/** All kinds of routes that the real server has. */
async function everyRoute(app: WebServer): Promise<void> {
  const translatorFor = createTranslators()
  await serveDocs(app)
  const prepared = prepare(list, 'a long list')
  const file = { kind: 'file', type: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]) } as const
  serveCalls(app, { translatorFor, runOnce: (_, work) => work(), countryOf: () => undefined }, [
    route(echo, async ({ word }) => (word === 'fault' ? assert.fail('a fault') : answered(word))),
    route(list, async () => prepared),
    route(picture, async () => file),
  ])
  const ready = [{ name: 'database', check: async () => false }]
  serveProbes(app, { metrics: createMetrics(), metricsToken: undefined, ready, sources: () => [] })
  app.get('/broken', async () => assert.fail('a fault of a page'))
  await servePages(app, {
    translatorFor,
    builtDir,
    apiHost: 'same',
    simulatedPrices: true,
    framedLink: () => '',
  })
}

const close = 'Host: localhost\r\nConnection: close\r\n'
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${close}${headers}\r\n`
const post = (path: string, body: string, headers = 'Content-Type: application/json\r\n') =>
  `POST ${path} HTTP/1.1\r\n${close}${headers}Content-Length: ${body.length}\r\n\r\n${body}`
const preflight = (origin: string) =>
  `OPTIONS /api/echo HTTP/1.1\r\n${close}Origin: ${origin}\r\nAccess-Control-Request-Method: POST\r\n\r\n`

/** Every kind of answer: its request and its status. */
const answers: readonly (readonly [string, string, number])[] = [
  ['a page', get('/'), 200],
  ['a page to HEAD', `HEAD / HTTP/1.1\r\n${close}\r\n`, 200],
  ['a page of the console', get('/desk'), 200],
  ['an icon', get('/icon.svg'), 200],
  ['a file', get('/assets/a-1.js'), 200],
  ['a compressed file', get('/assets/a-1.js', 'Accept-Encoding: gzip\r\n'), 200],
  ['an unchanged file', get('/assets/a-1.js', 'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\n'), 304],
  ['a part of a file', get('/assets/a-1.js', 'Range: bytes=0-2\r\n'), 206],
  ['a part beyond the file', get('/assets/a-1.js', 'Range: bytes=999-\r\n'), 416],
  ['a missing file', get('/assets/old-2.js'), 404],
  ['a page that is posted to', post('/trade', '{}'), 404],
  ['a page with a malformed body', post('/trade', '{'), 400],
  ['a page that fails', get('/broken'), 500],
  ['a malformed address', get('/%zz'), 400],
  ['the documentation', get('/api/docs'), 200],
  ['the OpenAPI document', get('/api/openapi.json'), 200],
  ['a live process', get('/healthz'), 200],
  ['a server that is not ready', get('/readyz'), 503],
  ['metrics of a forwarded request', get('/metrics', 'Via: a proxy\r\n'), 403],
  ['a call', post('/api/echo', '{"word":"a"}'), 200],
  ['a prepared call', get('/api/list'), 200],
  ['a prepared call, compressed', get('/api/list', 'Accept-Encoding: gzip\r\n'), 200],
  ['a call of another origin', get('/api/list', `Origin: ${webOrigin}\r\n`), 200],
  ['a private image', get('/api/picture'), 200],
  ['a refused call', post('/api/echo', '{}'), 200],
  ['a call that fails', post('/api/echo', '{"word":"fault"}'), 200],
  ['an unknown call', get('/v1/nowhere'), 200],
  ['a wrong verb', get('/api/echo'), 200],
  ['a malformed address of a call', get('/api/%zz'), 200],
  ['a malformed body', post('/api/echo', '{'), 200],
  ['a body that is too large', post('/api/echo', `{"word":"${'x'.repeat(70_000)}"}`), 200],
  ['a body of an unknown type', post('/api/echo', '<a/>', 'Content-Type: text/xml\r\n'), 200],
  ['an unknown method', `PROPFIND / HTTP/1.1\r\n${close}\r\n`, 404],
  ['an allowed preflight', preflight(webOrigin), 204],
  ['a preflight of an unknown origin', preflight('https://evil.example'), 204],
  ['an upgrade to an unknown protocol', get('/', 'Upgrade: h2c\r\n'), 200],
  ['an upgrade of another path', get('/healthz', 'Upgrade: websocket\r\n'), 200],
  ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an unknown expectation', get('/', 'Expect: the-unexpected\r\n'), 417],
]

/** Answers written to the connection, because the HTTP parser has refused the request. */
const rawAnswers: readonly (readonly [string, string, number])[] = [
  ['another protocol', '\x16\x03\x01\x02\x00\r\n\r\n', 400],
  ['a malformed header', get('/', 'no colon\r\n'), 400],
  ['a malformed header of a call', get('/api/list', 'no colon\r\n'), 200],
  ['headers that are too long', get('/', `a: ${'x'.repeat(20_000)}\r\n`), 431],
  ['headers of a call that are too long', get('/api/list', `a: ${'x'.repeat(20_000)}\r\n`), 200],
]

type Headers = ReturnType<typeof parseAnswer>['headers']

function assertSecured(headers: Headers, hsts: string | undefined): void {
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(headers['strict-transport-security'], hsts)
}

const year = 'max-age=31536000'
const overTls = 'X-Forwarded-Proto: https\r\n'
const viaTls = (request: string) => request.replace('\r\n', `\r\n${overTls}`)

describe('every answer has the security headers', () => {
  for (const [name, request, status] of [...answers, ...rawAnswers]) {
    test(`${name}, ${status}`, async (context) => {
      const { connect } = await listenRaw(context, {}, everyRoute)
      for (const sent of [request, viaTls(request)]) {
        const client = await connect()
        client.send(sent)
        const answer = parseAnswer(await client.rest())
        assert.equal(answer.status, status)
        assertSecured(answer.headers, undefined)
      }
    })
  }

  test('of a request that takes too long', async (context) => {
    const timeouts = { headMs: 250, requestMs: 300, checkEveryMs: 10 }
    const { connect } = await listenRaw(context, { timeouts, trustedProxies: ['127.0.0.1'] }, everyRoute)
    const [inHead, inBody] = [await connect(), await connect()]
    inHead.send('GET / HTTP/1.1\r\nHost: x\r\n')
    inBody.send(viaTls(post('/api/echo', '{"word":"a"}').slice(0, -3)))
    assertSecured(parseAnswer(await inHead.rest()).headers, undefined)
    assertSecured(parseAnswer(await inBody.rest()).headers, year)
  })

  test('of a connection beyond the limit', async (context) => {
    const limits = { connectionLimits: { ...connectionLimits, maxOpen: 0 } }
    const { connect } = await listenRaw(context, limits, everyRoute)
    for (const [path, status] of [
      ['/', 503],
      ['/api/list', 200],
    ] as const) {
      const client = await connect()
      client.send(get(path))
      const answer = parseAnswer(await client.rest())
      assert.equal(answer.status, status)
      assertSecured(answer.headers, undefined)
    }
  })
})

describe('the answer behind a proxy that terminates TLS has HSTS', () => {
  for (const [name, request, status] of answers) {
    test(name, async (context) => {
      const { connect } = await listenRaw(context, { trustedProxies: ['127.0.0.1'] }, everyRoute)
      for (const [sent, hsts] of [
        [request, undefined],
        [viaTls(request), year],
      ] as const) {
        const client = await connect()
        client.send(sent)
        const answer = parseAnswer(await client.rest())
        assert.equal(answer.status, status)
        assertSecured(answer.headers, hsts)
      }
    })
  }
})

describe('HSTS', () => {
  const proxy = '10.0.0.7'
  const headersOf = createSecurityHeaders(['10.0.0.0/24', '::1'])
  const table: readonly (readonly [string | undefined, string | undefined, boolean])[] = [
    [proxy, 'https', true],
    [proxy, 'HTTPS', true],
    [proxy, ' https ', true],
    [proxy, 'http, https', true],
    ['::ffff:10.0.0.7', 'https', true],
    ['::1', 'https', true],
    [proxy, undefined, false],
    [proxy, '', false],
    [proxy, 'http', false],
    [proxy, 'https, http', false],
    [proxy, 'httpss', false],
    [proxy, 'wss', false],
    ['10.0.1.7', 'https', false],
    ['203.0.113.9', 'https', false],
    ['127.0.0.1', 'https', false],
    [undefined, 'https', false],
  ]
  for (const [remoteAddress, protocol, expected] of table) {
    test(`${expected ? 'is' : 'is not'} sent to ${remoteAddress} with ${protocol}`, () => {
      const headers = protocol === undefined ? {} : { 'x-forwarded-proto': protocol }
      const answer = headersOf({ headers, socket: { remoteAddress } })
      assert.equal(answer['strict-transport-security'], expected ? year : undefined)
    })
  }

  test('is not sent without trusted proxies, nor if the request could not be read', () => {
    const request = { headers: { 'x-forwarded-proto': 'https' }, socket: { remoteAddress: '127.0.0.1' } }
    assert.equal(createSecurityHeaders([])(request)['strict-transport-security'], undefined)
    assert.equal(headersOf(undefined)['strict-transport-security'], undefined)
  })
})
