import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRecentMap } from '#server/engine/state/recent-map.ts'

const most = 10

describe('what came last', () => {
  test('is known, at least half of the most there is room for, and never more', () => {
    const recent = createRecentMap<number, number>(most)
    for (let key = 1; key <= 1000; key += 1) {
      recent.set(key, key)
      const known = Array.from({ length: key }, (_, at) => key - at).filter((one) => recent.get(one) === one)
      assert.ok(known.length >= Math.min(key, most / 2) && known.length <= most, `${known.length} at ${key}`)
      assert.deepEqual(
        known,
        known.map((_, at) => key - at),
      )
    }
  })

  test('is what was said last under a key, and as new as that', () => {
    const recent = createRecentMap<string, number>(most)
    recent.set('kept', 1)
    for (let key = 1; key <= 100; key += 1) {
      recent.set(`${key}`, key)
      recent.set('kept', key)
      assert.equal(recent.get('kept'), key)
    }
  })

  test('is not forgotten while it must not be', () => {
    const fixed = new Set([3, 4])
    const recent = createRecentMap<number, number>(most, (value) => !fixed.has(value))
    for (let key = 1; key <= 100; key += 1) recent.set(key, key)
    assert.deepEqual([2, 3, 4, 5].map(recent.get), [undefined, 3, 4, undefined])
    recent.forgetWhile(() => true)
    assert.deepEqual([3, 4, 100].map(recent.get), [3, 4, undefined])
    fixed.clear()
    recent.forgetWhile(() => true)
    assert.equal(recent.get(3), undefined)
  })

  test('is forgotten from the oldest on, as far as is meant', () => {
    const recent = createRecentMap<number, number>(most)
    for (let key = 1; key <= 8; key += 1) recent.set(key, key)
    recent.forgetWhile((value) => value <= 6)
    assert.deepEqual([4, 5, 6, 7, 8].map(recent.get), [undefined, undefined, undefined, 7, 8])
    recent.clear()
    assert.equal(recent.get(8), undefined)
  })
})
