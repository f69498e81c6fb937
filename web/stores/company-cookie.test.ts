import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCompanyCookie } from '#web/stores/company-cookie.ts'

/** A browser that keeps cookies by domain, and refuses those of some domains. */
function fakeJar(refused: readonly string[] = []) {
  const written: string[] = []
  const kept = new Map<string, string>()
  return {
    written,
    get cookie() {
      return ['theme=dark', ...[...kept.values()].map((value) => `company=${value}`)].join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [, domain = ''] = /Domain=([^;]+)/.exec(text) ?? []
      const [, value = ''] = /^company=(\d*);/.exec(text) ?? []
      if (refused.includes(domain)) return
      if (text.includes('Max-Age=0;')) kept.delete(domain)
      else kept.set(domain, value)
    },
  }
}

const attributes = 'Max-Age=94608000; Path=/; SameSite=Lax'

describe('the company cookie', () => {
  test('lasts three years, for this host alone without a domain', () => {
    const jar = fakeJar()
    const cookie = createCompanyCookie({ jar, domain: undefined, isSecure: false })
    assert.equal(cookie.read(), undefined)
    cookie.write(12)
    assert.equal(cookie.read(), 12)
    assert.deepEqual(jar.written, [`company=12; ${attributes}`])
  })

  test('is shared with the domain, encrypted, in place of one of this host', () => {
    const jar = fakeJar()
    createCompanyCookie({ jar, domain: undefined, isSecure: true }).write(11)
    const cookie = createCompanyCookie({ jar, domain: 'example.com', isSecure: true })
    cookie.write(12)
    assert.equal(jar.cookie, 'theme=dark; company=12')
    assert.equal(jar.written.at(-1), `company=12; ${attributes}; Domain=example.com; Secure`)
    cookie.write(13)
    assert.equal(cookie.read(), 13)
  })

  test('is of this host if the browser refuses the domain', () => {
    const jar = fakeJar(['github.io'])
    const cookie = createCompanyCookie({ jar, domain: 'github.io', isSecure: true })
    for (const id of [7, 8]) {
      cookie.write(id)
      assert.equal(cookie.read(), id)
      assert.equal(jar.written.at(-1), `company=${id}; ${attributes}; Secure`)
    }
  })

  test('is ignored if another site wrote anything else into it', () => {
    for (const value of [
      '',
      '0',
      '-1',
      '1.5',
      '1e3',
      '01',
      '<b>',
      '9'.repeat(16),
      '1%20',
      'https://evil.example',
    ]) {
      const jar = { cookie: `companyx=5; company=${value}` }
      assert.equal(createCompanyCookie({ jar, domain: undefined, isSecure: true }).read(), undefined, value)
    }
  })
})
