import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOrigin, sharedDomain, socketAddress } from '#contract/api-host.ts'

const subdomain: readonly (readonly [page: string, api: string])[] = [
  ['https://m.example.com', 'https://api.example.com'],
  ['https://www.example.com', 'https://api.example.com'],
  ['https://api.example.com', 'https://api.example.com'],
  ['http://m.example.com', 'http://api.example.com'],
  ['https://www.example.co.uk', 'https://api.example.co.uk'],
  ['https://m.example.com.hk', 'https://api.example.com.hk'],
  // No sub-domain to replace: `api` is added in front.
  ['https://example.com', 'https://api.example.com'],
  ['https://example.co.uk', 'https://api.example.co.uk'],
  ['https://example.com.au', 'https://api.example.com.au'],
  // Ports are kept.
  ['https://m.example.com:8443', 'https://api.example.com:8443'],
  ['http://example.com:8080', 'http://api.example.com:8080'],
  // Deep sub-domains lose their first label only.
  ['https://a.b.example.com', 'https://api.b.example.com'],
  ['https://m.staging.example.co.uk', 'https://api.staging.example.co.uk'],
  // A country code does not imply a second level.
  ['https://m.example.de', 'https://api.example.de'],
  ['https://example.io', 'https://api.example.io'],
  // Punycode, digits and a trailing dot.
  ['https://m.xn--bcher-kva.example', 'https://api.xn--bcher-kva.example'],
  ['https://m.4.example.com', 'https://api.4.example.com'],
  ['https://m.example.com.', 'https://api.example.com'],
  // No domain to derive from: the page's own origin.
  ['http://localhost', 'http://localhost'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://m.localhost:3000', 'http://m.localhost:3000'],
  ['http://buildbox:3000', 'http://buildbox:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://192.168.1.20', 'https://192.168.1.20'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['null', 'null'],
]

for (const [page, api] of subdomain) {
  test(`in subdomain mode a page at ${page} calls ${api}`, () => {
    assert.equal(apiOrigin('subdomain', page), api)
  })
}

for (const [page, api] of subdomain.filter(([page]) => page !== 'null')) {
  test(`a cookie of the shared domain reaches the page at ${page} and its API`, () => {
    const hosts = [page, api].map((origin) => new URL(origin).hostname.replace(/\.$/, ''))
    const domain = sharedDomain('subdomain', new URL(page).hostname)
    assert.equal(domain === undefined, page === api && !page.includes('//api.'))
    for (const host of domain === undefined ? [] : hosts)
      assert.ok(host === domain || host.endsWith(`.${domain}`), `${host} ${domain}`)
  })
}

test('in same mode no domain is shared', () => {
  assert.equal(sharedDomain('same', 'm.example.com'), undefined)
})

test('in same mode every page calls its own origin', () => {
  for (const [page] of subdomain) assert.equal(apiOrigin('same', page), page)
})

test('the API host of an API host is itself', () => {
  for (const [, api] of subdomain) assert.equal(apiOrigin('subdomain', api), api)
})

test('the socket is on the API host, encrypted if the page is', () => {
  assert.equal(socketAddress('https://api.example.com:8443'), 'wss://api.example.com:8443/v1/ws')
  assert.equal(socketAddress('http://127.0.0.1:3000'), 'ws://127.0.0.1:3000/v1/ws')
})
