import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resolveRoute } from '#web/app/resolve-route.ts'
import { routes } from '#web/app/routes.ts'

/** All paths, by whether they need a login. */
const open =
  '/ /trade /news /news/detail /rank /documentary /feedback /login /register /forgot /product /language /mine/email /mine/announcement /mine/chat /support /legal/terms /legal/privacy /legal/risk'
const guarded =
  '/order /user /mine/auth /mine/invite /mine/password /mine/history /mine/notices /mine/notices/settings /mine/charge /mine/withdraw /mine/alerts /mine/system /mine/wallet /mine/bank-card-list /mine/coin-address-list /mine/withdraw-way'

describe('resolveRoute', () => {
  test('lists every path once', () => {
    const expected = `${open} ${guarded}`.split(' ').sort()
    assert.deepEqual(routes.map((route) => route.path).sort(), expected)
  })

  for (const path of open.split(' ')) {
    test(`${path} is open to visitors`, () => assert.equal(resolveRoute(path, '', 'visitor').kind, 'screen'))
  }

  for (const path of guarded.split(' ')) {
    test(`${path} redirects a visitor to the login and back`, () => {
      assert.deepEqual(resolveRoute(path, '', 'visitor'), {
        kind: 'redirect',
        to: `/login?from=${encodeURIComponent(path)}`,
      })
      assert.equal(resolveRoute(path, '', 'user').kind, 'screen')
    })
  }

  const realOnly = '/mine/auth /mine/invite /mine/password /mine/charge /mine/withdraw /mine/wallet'
  const payouts = '/mine/bank-card-list /mine/coin-address-list /mine/withdraw-way'
  for (const path of `${realOnly} ${payouts}`.split(' ')) {
    test(`${path} rejects demo accounts and waits while the account is loading`, () => {
      assert.deepEqual(resolveRoute(path, '', 'demo'), { kind: 'real_only' })
      assert.equal(resolveRoute(path, '', 'loading').kind, 'waiting')
    })
  }

  test('opens screens for demo accounts', () => {
    for (const path of [
      '/order',
      '/user',
      '/mine/alerts',
      '/mine/system',
      '/mine/history',
      '/mine/notices',
      '/trade',
    ]) {
      for (const who of ['demo', 'loading'] as const) assert.equal(resolveRoute(path, '', who).kind, 'screen')
    }
  })

  test('keeps the query in the redirect', () => {
    assert.deepEqual(resolveRoute('/order', 'type=3', 'visitor'), {
      kind: 'redirect',
      to: '/login?from=%2Forder%3Ftype%3D3',
    })
  })

  test('redirects /mine to /user', () => {
    for (const who of ['user', 'visitor'] as const) {
      assert.deepEqual(resolveRoute('/mine', '', who), { kind: 'redirect', to: '/user' })
    }
  })

  test('ignores a trailing slash and reports an unknown path', () => {
    assert.equal(resolveRoute('/trade/', '', 'visitor').kind, 'screen')
    assert.equal(resolveRoute('/mine/', '', 'visitor').kind, 'redirect')
    for (const path of ['/nowhere', '/Trade', '/trade/x', '/mine/nowhere']) {
      assert.deepEqual(resolveRoute(path, '', 'user'), { kind: 'not_found' })
    }
  })

  test('keeps the six main screens and the copy-trading screen alive', () => {
    const alive = routes.filter((route) => route.keptAlive).map((route) => route.path)
    assert.deepEqual(alive.sort(), ['/', '/documentary', '/news', '/order', '/rank', '/trade', '/user'])
  })
})
