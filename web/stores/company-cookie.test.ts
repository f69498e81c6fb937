import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCompanyCookie } from '#web/stores/company-cookie.ts'

/** Sites of one browser, which lists its cookies by age and refuses those of some domains. */
function fakeBrowser(refused: readonly string[] = []) {
  const kept = new Map<string, { readonly domain: string; readonly isOfHost: boolean; value: string }>()
  const jarOf = (host: string) => {
    const written: string[] = []
    const isReadable = (domain: string, isOfHost: boolean) =>
      host === domain || (!isOfHost && host.endsWith(`.${domain}`))
    return {
      written,
      get cookie() {
        const shown = [...kept.values()].filter(({ domain, isOfHost }) => isReadable(domain, isOfHost))
        return ['theme=dark', ...shown.map(({ value }) => `company=${value}`)].join('; ')
      },
      set cookie(text: string) {
        written.push(text)
        const [, domain] = /Domain=([^;]+)/.exec(text) ?? []
        const [, value = ''] = /^company=([^;]*);/.exec(text) ?? []
        if (domain !== undefined && (refused.includes(domain) || !isReadable(domain, false))) return
        const key = domain ?? `only ${host}`
        // A changed cookie keeps its age.
        const before = kept.get(key)
        if (text.includes('Max-Age=0;')) kept.delete(key)
        else if (before === undefined)
          kept.set(key, { domain: domain ?? host, isOfHost: domain === undefined, value })
        else before.value = value
      },
    }
  }
  return { jarOf, count: () => kept.size }
}

const attributes = 'Max-Age=94608000; Path=/; SameSite=Lax'
const host = 'm.example.com'

describe('the company cookie', () => {
  test('lasts three years, for this host alone without a domain', () => {
    const jar = fakeBrowser().jarOf('localhost')
    const cookie = createCompanyCookie({ jar, host: 'localhost', domain: undefined, isSecure: false })
    assert.equal(cookie.read(), undefined)
    cookie.write(12)
    assert.equal(cookie.read(), 12)
    assert.equal(jar.cookie, 'theme=dark; company=12')
    assert.equal(jar.written.at(-1), `company=12; ${attributes}`)
  })

  test('is shared with the domain, encrypted', () => {
    const { jarOf } = fakeBrowser()
    const jar = jarOf(host)
    const cookie = createCompanyCookie({ jar, host, domain: 'example.com', isSecure: true })
    for (const id of [12, 13]) {
      cookie.write(id)
      assert.equal(jar.written.at(-1), `company=${id}; ${attributes}; Domain=example.com; Secure`)
      assert.equal(jarOf('api.example.com').cookie, `theme=dark; company=${id}`)
    }
  })

  test('replaces one of any other scope, so that the newer choice is the only one', () => {
    const scopes = [undefined, 'm.example.com', 'example.com']
    for (const earlier of scopes)
      for (const domain of [undefined, 'example.com']) {
        const { jarOf, count } = fakeBrowser()
        const jar = jarOf(host)
        jar.cookie = `company=11; ${attributes}${earlier === undefined ? '' : `; Domain=${earlier}`}`
        const cookie = createCompanyCookie({ jar, host, domain, isSecure: true })
        assert.equal(cookie.read(), 11)
        cookie.write(12)
        assert.deepEqual([jar.cookie, count()], ['theme=dark; company=12', 1], `${earlier} to ${domain}`)
      }
  })

  test('is the newer one of a page and another host of its domain', () => {
    const { jarOf, count } = fakeBrowser()
    const of = (name: string, domain: string | undefined) =>
      createCompanyCookie({ jar: jarOf(name), host: name, domain, isSecure: true })
    const page = of(host, undefined)
    const other = of('www.example.com', 'example.com')
    page.write(11)
    other.write(12)
    assert.equal(page.read(), 12)
    page.write(13)
    assert.deepEqual([page.read(), other.read(), count()], [13, undefined, 1])
  })

  test('is of this host if the browser refuses the domain', () => {
    const { jarOf, count } = fakeBrowser(['github.io'])
    const jar = jarOf('openlot.github.io')
    const cookie = createCompanyCookie({
      ...{ jar, host: 'openlot.github.io', domain: 'github.io', isSecure: true },
    })
    for (const id of [7, 8]) {
      cookie.write(id)
      assert.deepEqual([cookie.read(), count()], [id, 1])
      assert.equal(jar.written.at(-1), `company=${id}; ${attributes}; Secure`)
    }
  })

  test('is ignored if another site wrote anything else into it', () => {
    const values = ['', '0', '-1', '1.5', '1e3', '01', '<b>', '9'.repeat(16), '1%20', 'https://evil.example']
    const parts = { host, domain: undefined, isSecure: true }
    for (const value of values) {
      const jar = { cookie: `companyx=5; company=${value}` }
      assert.equal(createCompanyCookie({ jar, ...parts }).read(), undefined, value)
      const both = { cookie: `company=7; company=${value}` }
      assert.equal(createCompanyCookie({ jar: both, ...parts }).read(), 7, value)
    }
  })
})
