import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resolveRoute } from '#web/app/resolve-route.ts'
import { routes } from '#web/app/routes.ts'

/** The paths of the product, and which of them need a login. */
const open =
  '/ /trade /news /news/detail /rank /documentary /feedback /login /register /forgot /product /language /mine/email /mine/announcement /mine/chat'
const guarded =
  '/order /user /mine/auth /mine/invite /mine/password /mine/history /mine/charge /mine/withdraw /mine/system /mine/wallet /mine/bank-card-list /mine/coin-address-list /mine/withdraw-way'

describe('where an address leads', () => {
  test('every path of the product is there, once', () => {
    const expected = `${open} ${guarded}`.split(' ').sort()
    assert.deepEqual(routes.map((route) => route.path).sort(), expected)
  })

  for (const path of open.split(' ')) {
    test(`${path} is open to visitors`, () => assert.equal(resolveRoute(path, '', 'visitor').kind, 'screen'))
  }

  for (const path of guarded.split(' ')) {
    test(`${path} needs a login and remembers itself`, () => {
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
    test(`${path} is not for demo accounts, and waits until it is known who asks`, () => {
      assert.deepEqual(resolveRoute(path, '', 'demo'), { kind: 'real_only' })
      assert.equal(resolveRoute(path, '', 'loading').kind, 'waiting')
    })
  }

  test('what a demo account may use is open to it', () => {
    for (const path of ['/order', '/user', '/mine/system', '/mine/history', '/trade']) {
      for (const who of ['demo', 'loading'] as const) assert.equal(resolveRoute(path, '', who).kind, 'screen')
    }
  })

  test('the query goes along', () => {
    assert.deepEqual(resolveRoute('/order', 'type=3', 'visitor'), {
      kind: 'redirect',
      to: '/login?from=%2Forder%3Ftype%3D3',
    })
  })

  test('/mine leads to /user, whoever asks', () => {
    for (const who of ['user', 'visitor'] as const) {
      assert.deepEqual(resolveRoute('/mine', '', who), { kind: 'redirect', to: '/user' })
    }
  })

  test('a slash too many is forgiven, an unknown path is not', () => {
    assert.equal(resolveRoute('/trade/', '', 'visitor').kind, 'screen')
    assert.equal(resolveRoute('/mine/', '', 'visitor').kind, 'redirect')
    for (const path of ['/nowhere', '/Trade', '/trade/x', '/mine/nowhere']) {
      assert.deepEqual(resolveRoute(path, '', 'user'), { kind: 'not_found' })
    }
  })

  test('the six main screens and the copy-trading one stay alive', () => {
    const alive = routes.filter((route) => route.keptAlive).map((route) => route.path)
    assert.deepEqual(alive.sort(), ['/', '/documentary', '/news', '/order', '/rank', '/trade', '/user'])
  })
})
