import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  isRedirectAllowed,
  parseRedirect,
  parseRedirectList,
  redirectTarget,
} from '#core/company/redirect-list.ts'
import { fc } from '#test/fast-check.ts'

const entries = parseRedirectList(
  'https://example.com https://status.example.org:8443/notice/ http://localhost:3000 https://bücher.example/a',
)

const allowed = [
  'https://example.com',
  'https://example.com/',
  'https://EXAMPLE.com:443/any/path?query=1#part',
  'https://example.com/a@b',
  'https://status.example.org:8443/notice',
  'https://status.example.org:8443/notice/',
  'https://status.example.org:8443/notice/today?x=/../',
  'https://status.example.org:8443/other/../notice/x',
  'http://localhost:3000/closed',
  'https://xn--bcher-kva.example/a/b',
  'https://BÜCHER.example/a',
]

const refused = [
  '',
  '/notice',
  '//example.com/',
  'example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  // Another scheme, host or port.
  'http://example.com/',
  'https://example.com:444/',
  'https://www.example.com/',
  'https://example.com./',
  'https://example.com.evil.example/',
  'https://example.comevil.example/',
  'https://еxample.com/',
  'https://bucher.example/a',
  'http://localhost:3001/',
  'http://127.0.0.1:3000/',
  // User names, and what browsers read as a slash or leave out.
  'https://example.com@evil.example/',
  'https://example.com:x@evil.example/',
  'https://@example.com/',
  'https://evil.example\\@example.com/',
  'https:\\\\example.com/',
  'https:/example.com/',
  'https:///example.com/',
  'https:example.com/',
  'https://exam\nple.com/',
  'https://exam ple.com/',
  'https://example.com/a\tb',
  'https://example.com/\u202eexe',
  'https://exam\u00adple.com/',
  // Paths outside the entry, for the browser or for a server.
  'https://status.example.org:8443/',
  'https://status.example.org:8443/notices',
  'https://status.example.org:8443/Notice',
  'https://status.example.org:8443/notice/../admin',
  'https://status.example.org:8443/notice/%2e%2e/admin',
  'https://status.example.org:8443/notice/..%2fadmin',
  'https://status.example.org:8443/notice/..%5Cadmin',
  'https://status.example.org:8443/notice/..;/admin',
  'https://status.example.org:8443/notice/%2e%2e;/admin',
  'https://status.example.org:8443/notice/.%2E;a/admin',
  'https://status.example.org:8443/notice/%2e%2e%00/admin',
  'https://status.example.org:8443/notice/%252e%252e/admin',
  'https://status.example.org:8443?/notice',
  `https://example.com/${'a'.repeat(500)}`,
]

describe('the list of redirects', () => {
  it('allows the host and all paths below an entry', () => {
    assert.ok(entries)
    for (const address of allowed) assert.equal(isRedirectAllowed(entries, address), true, address)
  })

  it('refuses other origins, user names and paths outside an entry, and all addresses if it is empty', () => {
    assert.ok(entries)
    for (const address of refused) assert.equal(isRedirectAllowed(entries, address), false, address)
    for (const address of [...allowed, ...refused]) assert.equal(isRedirectAllowed([], address), false)
  })

  it('is normalised, without repeats', () => {
    assert.deepEqual(
      parseRedirectList('https://B.example/x/, https://a.example:443\nhttps://a.example/ https://ü.example'),
      ['https://a.example', 'https://b.example/x', 'https://xn--tda.example'],
    )
    assert.deepEqual(parseRedirectList(' \n'), [])
  })

  it('is refused whole if an entry is not an address, has a query or is not encrypted', () => {
    const bad = [
      'example.com',
      'https://a.example/?x',
      'https://a.example/#x',
      'http://a.example',
      '*',
      'https://',
    ]
    for (const entry of bad) assert.equal(parseRedirectList(`https://ok.example ${entry}`), undefined, entry)
  })

  it('refuses 51 entries, and more than 2,000 characters', () => {
    const many = Array.from({ length: 51 }, (_, at) => `https://a${at}.example`).join(' ')
    assert.equal(parseRedirectList(many), undefined)
    const long = Array.from({ length: 5 }, (_, at) => `https://a.example/${'x'.repeat(450)}${at}`).join(' ')
    assert.equal(parseRedirectList(long), undefined)
  })

  it('allows exactly what a browser would open at the host and below the path', () => {
    const part = fc.constantFrom(
      'a',
      '..',
      '.',
      '%2e%2e',
      'b',
      '',
      '@',
      '?',
      '#',
      '%2f',
      '\\',
      ':443',
      'x y',
      ';',
    )
    const host = fc.constantFrom(
      'a.example',
      'a.example.b',
      'A.example',
      'a.example:443',
      'u@a.example',
      'a.example\\',
    )
    fc.assert(
      fc.property(host, fc.array(part, { maxLength: 6 }), (name, parts) => {
        const address = `https://${name}/${parts.join('/')}`
        if (!isRedirectAllowed(['https://a.example/a'], address)) return
        const { origin, pathname, username } = new URL(address)
        assert.deepEqual([origin, username], ['https://a.example', ''])
        assert.match(pathname, /^\/a(\/|$)/)
      }),
    )
  })

  it('accepts as an entry what it then allows', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'] }), (address) => {
        // A comma separates entries.
        fc.pre(!address.includes(','))
        const list = parseRedirectList(address)
        assert.equal(list !== undefined, parseRedirect(address) !== undefined)
        if (list !== undefined) assert.equal(isRedirectAllowed(list, address), true)
      }),
    )
  })
})

describe('the app is left', () => {
  const rows = [
    ['https://Notice.example', 'https://app.example', 'https://notice.example/'],
    ['https://app.example:8443/', 'https://app.example', 'https://app.example:8443/'],
    ['https://www.app.example/closed', 'https://app.example', 'https://www.app.example/closed'],
    ['http://localhost:3000/closed', 'http://localhost:3001', 'http://localhost:3000/closed'],
    ['https://app.example', 'https://app.example', undefined],
    ['https://APP.example:443/closed?x=1#y', 'https://app.example', undefined],
    ['https://BÜCHER.example/a', 'https://xn--bcher-kva.example', undefined],
    ['http://localhost:3000/closed', 'http://localhost:3000', undefined],
    ['http://notice.example/', 'https://app.example', undefined],
    ['/closed', 'https://app.example', undefined],
    ['', 'https://app.example', undefined],
  ] as const
  for (const [address, own, target] of rows)
    it(`${target === undefined ? 'not ' : ''}for ${address || 'no address'} from ${own}`, () =>
      assert.equal(redirectTarget(address, own), target))
})
