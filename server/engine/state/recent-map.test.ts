import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRecentMap } from '#server/engine/state/recent-map.ts'

const capacity = 10

describe('a recent map', () => {
  test('holds the newest entries: at least half its capacity, at most all of it', () => {
    const recent = createRecentMap<number, number>(capacity)
    for (let key = 1; key <= 1000; key += 1) {
      recent.set(key, key)
      const known = Array.from({ length: key }, (_, at) => key - at).filter((one) => recent.get(one) === one)
      assert.ok(
        known.length >= Math.min(key, capacity / 2) && known.length <= capacity,
        `${known.length} at ${key}`,
      )
      assert.deepEqual(
        known,
        known.map((_, at) => key - at),
      )
    }
  })

  test('returns the last value of a key, and counts a replaced entry as new', () => {
    const recent = createRecentMap<string, number>(capacity)
    recent.set('kept', 1)
    for (let key = 1; key <= 100; key += 1) {
      recent.set(`${key}`, key)
      recent.set('kept', key)
      assert.equal(recent.get('kept'), key)
    }
  })

  test('keeps entries that must not be evicted', () => {
    const fixed = new Set([3, 4])
    const recent = createRecentMap<number, number>(capacity, (value) => !fixed.has(value))
    for (let key = 1; key <= 100; key += 1) recent.set(key, key)
    assert.deepEqual([2, 3, 4, 5].map(recent.get), [undefined, 3, 4, undefined])
    recent.forgetWhile(() => true)
    assert.deepEqual([3, 4, 100].map(recent.get), [3, 4, undefined])
    fixed.clear()
    recent.forgetWhile(() => true)
    assert.equal(recent.get(3), undefined)
  })

  test('forgets from the oldest entry on, up to the first that does not match', () => {
    const recent = createRecentMap<number, number>(capacity)
    for (let key = 1; key <= 8; key += 1) recent.set(key, key)
    recent.forgetWhile((value) => value <= 6)
    assert.deepEqual([4, 5, 6, 7, 8].map(recent.get), [undefined, undefined, undefined, 7, 8])
    recent.clear()
    assert.equal(recent.get(8), undefined)
  })
})
