import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type KeptScreen, keepAlive } from '#web/app/keep-alive.ts'
import { routes } from '#web/app/routes.ts'
import type { ScreenName } from '#web/parts/screen-props.ts'

const routeOf = (name: ScreenName) => routes.find((route) => route.name === name)
const names = (kept: readonly KeptScreen[]) => kept.map((screen) => screen.route.name)

describe('kept-alive screens', () => {
  test('are kept in the order they were first opened', () => {
    let kept: readonly KeptScreen[] = []
    for (const name of ['home', 'language', 'trade', 'home'] as const)
      kept = keepAlive(kept, routeOf(name), '', undefined)
    assert.deepEqual(names(kept), ['home', 'trade'])
  })

  test('keep their query while another screen is open', () => {
    let kept = keepAlive([], routeOf('order'), 'type=0', 'me')
    kept = keepAlive(kept, routeOf('news_detail'), 'id=7', 'me')
    assert.equal(kept[0]?.search, 'type=0')
    kept = keepAlive(kept, routeOf('order'), 'type=3', 'me')
    assert.deepEqual([names(kept), kept[0]?.search], [['order'], 'type=3'])
  })

  test('are the same list if nothing changes', () => {
    const kept = keepAlive([], routeOf('home'), '', undefined)
    assert.equal(keepAlive(kept, routeOf('home'), '', undefined), kept)
    assert.equal(keepAlive(kept, undefined, '', undefined), kept)
  })

  test('end with their session', () => {
    let kept = keepAlive([], routeOf('home'), '', 'me')
    kept = keepAlive(kept, routeOf('order'), '', 'me')
    assert.deepEqual(names(keepAlive(kept, routeOf('home'), '', undefined)), ['home'])
    const other = keepAlive(kept, routeOf('order'), '', 'someone else')
    assert.deepEqual(names(other), ['home', 'order'])
    assert.notEqual(other[1]?.key, kept[1]?.key)
  })
})
