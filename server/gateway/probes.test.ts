import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fastify } from 'fastify'
import { serveProbes } from '#server/gateway/gateway.ts'
import { createMetrics } from '#server/platform/metrics.ts'

const token = 'a-long-enough-token'
const open = createProbes(undefined)
const guarded = createProbes(token)

function createProbes(metricsToken: string | undefined) {
  const app = fastify()
  serveProbes(app, { metrics: createMetrics(), metricsToken, ready: [], sources: () => [] })
  return app
}

before(async () => void (await Promise.all([open.ready(), guarded.ready()])))
after(async () => void (await Promise.all([open.close(), guarded.close()])))

type Sender = { readonly from?: string; readonly headers?: Readonly<Record<string, string>> }

/** The answers of a server without a token and of one with it. */
async function statuses({ from = '127.0.0.1', headers = {} }: Sender): Promise<readonly number[]> {
  const request = { url: '/metrics', remoteAddress: from, headers: { host: 'localhost:3000', ...headers } }
  const [first, second] = [await open.inject(request), await guarded.inject(request)]
  for (const { statusCode, body } of [first, second])
    assert.equal(body.includes('openlot_call_seconds'), statusCode === 200)
  return [first.statusCode, second.statusCode]
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

describe('metrics', () => {
  const table: readonly (readonly [string, Sender, readonly [number, number]])[] = [
    ['to this machine', {}, [200, 200]],
    ['to this machine, by another loopback address', { from: '127.8.8.8' }, [200, 200]],
    ['to this machine, by IPv6', { from: '::1', headers: { host: '[::1]:3000' } }, [200, 200]],
    ['to this machine, by a mapped address', { from: '::ffff:127.0.0.1' }, [200, 200]],
    ['to this machine, by address', { headers: { host: '127.0.0.1' } }, [200, 200]],
    ['to another machine', { from: '203.0.113.9' }, [403, 403]],
    ['to a private network', { from: '10.0.0.5' }, [403, 403]],
    ['to an address that only looks local', { from: '::ffff:203.0.113.9' }, [403, 403]],
    ['to another machine with the token', { from: '203.0.113.9', headers: bearer(token) }, [403, 200]],
    ['to another machine with a wrong token', { from: '203.0.113.9', headers: bearer('x') }, [403, 403]],
    ['to another machine with an empty token', { from: '203.0.113.9', headers: bearer('') }, [403, 403]],
    [
      'to another machine with the token alone',
      { from: '203.0.113.9', headers: { authorization: token } },
      [403, 403],
    ],
    [
      'to a proxy with the token',
      { headers: { 'x-forwarded-for': '10.1.1.1', ...bearer(token) } },
      [403, 200],
    ],
    ['to a page of another name', { headers: { host: 'evil.example:3000' } }, [403, 403]],
    [
      'to a name that only begins like this machine',
      { headers: { host: '127.0.0.1.evil.example' } },
      [403, 403],
    ],
  ]
  for (const [name, sender, expected] of table) {
    test(`${name}: ${expected.join(' without a token set, ')} with one`, async () => {
      assert.deepEqual(await statuses(sender), expected)
    })
  }

  const forwarding = [
    'Forwarded',
    'Via',
    'X-Forwarded',
    'X-Forwarded-For',
    'X_Forwarded_For',
    'X-Forwarded-Host',
    'X-Forwarded-Port',
    'X-Forwarded-Proto',
    'X-Forwarded-Server',
    'X-Forwarded-Prefix',
    'X-Original-Forwarded-For',
    'X-Original-URL',
    'X-Original-Host',
    'X-Real-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'True-Client-IP',
    'Client-IP',
    'Fastly-Client-IP',
    'Fly-Client-IP',
    'CF-Connecting-IP',
    'CF-Connecting-IPv6',
    'CF-Ray',
    'CF-Visitor',
    'CDN-Loop',
    'X-Azure-ClientIP',
    'X-Azure-Ref',
    'X-Appengine-User-IP',
    'X-Amzn-Trace-Id',
    'X-ARR-LOG-ID',
    'X-Envoy-External-Address',
    'X-ProxyUser-Ip',
    'X-Remote-Addr',
    'X-Host',
    'X-Scheme',
    'Proxy-Connection',
    'Proxy-Client-IP',
    'WL-Proxy-Client-IP',
    'Front-End-Https',
    'Akamai-Origin-Hop',
  ]
  for (const name of forwarding) {
    test(`need the token in a request with ${name}, even an empty one`, async () => {
      for (const value of ['127.0.0.1', '']) {
        assert.deepEqual(await statuses({ headers: { [name]: value } }), [403, 403])
      }
      assert.deepEqual(await statuses({ headers: { [name]: '1', ...bearer(token) } }), [403, 200])
    })
  }

  test('need no token for the headers of a browser or a Prometheus on this machine', async () => {
    const headers = {
      accept: 'text/plain;version=0.0.4',
      'accept-encoding': 'gzip',
      'accept-language': 'en',
      connection: 'keep-alive',
      'user-agent': 'Prometheus/3.0',
      'x-prometheus-scrape-timeout-seconds': '10',
      'sec-fetch-site': 'none',
      'upgrade-insecure-requests': '1',
    }
    assert.deepEqual(await statuses({ headers }), [200, 200])
  })
})
