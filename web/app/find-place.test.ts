import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findPlace } from '#web/app/find-place.ts'
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
    test(`${path} is open to visitors`, () => assert.equal(findPlace(path, '', false).kind, 'screen'))
  }

  for (const path of guarded.split(' ')) {
    test(`${path} needs a login and remembers itself`, () => {
      assert.deepEqual(findPlace(path, '', false), {
        kind: 'redirect',
        to: `/login?from=${encodeURIComponent(path)}`,
      })
      assert.equal(findPlace(path, '', true).kind, 'screen')
    })
  }

  test('the query goes along', () => {
    assert.deepEqual(findPlace('/order', 'type=3', false), {
      kind: 'redirect',
      to: '/login?from=%2Forder%3Ftype%3D3',
    })
  })

  test('/mine leads to /user, whoever asks', () => {
    for (const isLoggedIn of [true, false]) {
      assert.deepEqual(findPlace('/mine', '', isLoggedIn), { kind: 'redirect', to: '/user' })
    }
  })

  test('a slash too many is forgiven, an unknown path is not', () => {
    assert.equal(findPlace('/trade/', '', false).kind, 'screen')
    assert.equal(findPlace('/mine/', '', false).kind, 'redirect')
    for (const path of ['/nowhere', '/Trade', '/trade/x', '/mine/nowhere']) {
      assert.deepEqual(findPlace(path, '', true), { kind: 'not_found' })
    }
  })

  test('the six main screens and the copy-trading one stay alive', () => {
    const alive = routes.filter((route) => route.keptAlive).map((route) => route.path)
    assert.deepEqual(alive.sort(), ['/', '/documentary', '/news', '/order', '/rank', '/trade', '/user'])
  })
})
