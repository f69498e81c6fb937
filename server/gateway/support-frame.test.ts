// What pages may frame, and which page is framed.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { servePages } from '#server/gateway/gateway.ts'
import { frameSource } from '#server/gateway/support-frame.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { listenRaw } from '#test/gateway/raw-http.ts'

const builtDir = mkdtempSync(join(tmpdir(), 'openlot-built-'))
for (const app of ['web', 'desk']) {
  mkdirSync(join(builtDir, app))
  writeFileSync(join(builtDir, app, 'index.html'), '<title>page</title>')
}
after(() => rmSync(builtDir, { recursive: true }))

const own = "'self'"
const link = 'https://help.example.com/chat?id=5#a'

describe('the framed source of a support link', () => {
  const table: readonly (readonly [string, boolean, string])[] = [
    ['', true, own],
    [link, true, 'https://help.example.com'],
    [link, false, 'https://help.example.com'],
    ['HTTPS://HELP.example.com:8443/x', true, 'https://help.example.com:8443'],
    ['https://münchen.example/', true, 'https://xn--mnchen-3ya.example'],
    ['http://help.example.com/', false, 'http://help.example.com'],
    ['http://help.example.com/', true, own],
    ['javascript:alert(1)', true, own],
    ['data:text/html,x', true, own],
    ['https://user:secret@help.example.com/', true, own],
    ['https://user@help.example.com/', true, own],
    ["https://a;script-src'unsafe-inline'/", true, own],
    ['https://a,b/', true, own],
    ["https://'self'/", true, own],
    ['https://*.example.com/', true, own],
    ['help.example.com', true, own],
  ]
  for (const [given, isSecure, source] of table) {
    test(`${given} on a page ${isSecure ? 'with' : 'without'} TLS -> ${source}`, () => {
      assert.equal(frameSource(given, isSecure), source)
    })
  }
})

describe('the policy of a page', () => {
  async function pages(context: Parameters<typeof listenRaw>[0]) {
    let framed = ''
    const { app } = await listenRaw(context, { trustedProxies: ['127.0.0.1'] }, async (server) => {
      const parts = {
        translatorFor: createTranslators(),
        builtDir,
        apiHost: 'same',
        simulatedPrices: true,
      } as const
      await servePages(server, { ...parts, framedLink: () => framed })
    })
    return {
      setLink: (to: string) => {
        framed = to
      },
      async headersOf(url: string, protocol = 'https') {
        const { headers } = await app.inject({ url, headers: { 'x-forwarded-proto': protocol } })
        const policy = String(headers['content-security-policy'])
        const directive = (name: string) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1]
        const framing = { src: directive('frame-src'), ancestors: directive('frame-ancestors') }
        return { ...framing, old: headers['x-frame-options'], directives: policy.split('; ').length }
      },
    }
  }
  const app = (src: string) => ({ src, ancestors: "'none'", old: 'DENY' })
  const withoutCount = async (headers: Promise<{ directives: number }>) => {
    const { directives: _, ...others } = await headers
    return others
  }

  test('of the app frames our own chat, or exactly the origin of a link that was just set', async (context) => {
    const { setLink, headersOf } = await pages(context)
    for (const url of ['/', '/mine/chat', '/support/other', '/supported'])
      assert.deepEqual(await withoutCount(headersOf(url)), app(own), url)
    setLink(link)
    assert.deepEqual(await withoutCount(headersOf('/mine/chat')), app('https://help.example.com'))
    setLink('http://help.example.com')
    assert.deepEqual(await withoutCount(headersOf('/mine/chat')), app(own))
    assert.deepEqual(await withoutCount(headersOf('/mine/chat', 'http')), app('http://help.example.com'))
    setLink('')
    assert.deepEqual(await withoutCount(headersOf('/mine/chat')), app(own))
  })

  test('of the chat page lets our own pages frame it, and frames nothing itself', async (context) => {
    const { setLink, headersOf } = await pages(context)
    setLink(link)
    for (const url of ['/support', '/support?lang=en'])
      assert.deepEqual(await withoutCount(headersOf(url)), {
        ...{ src: undefined, ancestors: own, old: 'SAMEORIGIN' },
      })
  })

  test('of the console frames nothing, and no link adds a directive', async (context) => {
    const { setLink, headersOf } = await pages(context)
    const { directives } = await headersOf('/')
    setLink("https://a;script-src'unsafe-inline'/")
    assert.equal((await headersOf('/')).directives, directives)
    for (const url of ['/desk', '/desk/support'])
      assert.deepEqual(await withoutCount(headersOf(url)), {
        ...{ src: undefined, ancestors: "'none'", old: 'DENY' },
      })
  })
})
