import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRecentSearches, maxRecentSearches } from '#web/markets/recent-searches.ts'
import { storedText } from '#web/stores/stored-text.ts'

function remembering(text?: string) {
  const stored = storedText(undefined, 'recent')
  stored.write(text)
  return { stored, recent: createRecentSearches(stored) }
}

describe('recent searches', () => {
  test('outlive the page, newest first', () => {
    const { stored, recent } = remembering()
    recent.add('gold')
    recent.add(' 歐元 ')
    assert.deepEqual(createRecentSearches(stored).getSnapshot(), ['歐元', 'gold'])
  })

  test('hold a search once, as it was last typed', () => {
    const { recent } = remembering()
    for (const text of ['gold', 'euro', 'GOLD', '', '  ']) recent.add(text)
    assert.deepEqual(recent.getSnapshot(), ['GOLD', 'euro'])
  })

  test('are few', () => {
    const { recent } = remembering()
    for (let count = 1; count <= maxRecentSearches + 3; count += 1) recent.add(`search ${count}`)
    assert.equal(recent.getSnapshot().length, maxRecentSearches)
    assert.equal(recent.getSnapshot()[0], `search ${maxRecentSearches + 3}`)
  })

  test('can be removed one by one, or all at once, and then leave nothing behind', () => {
    const { stored, recent } = remembering()
    for (const text of ['gold', 'euro']) recent.add(text)
    recent.remove('gold')
    assert.deepEqual(recent.getSnapshot(), ['euro'])
    recent.clear()
    assert.deepEqual([recent.getSnapshot(), stored.read()], [[], undefined])
  })

  for (const text of ['', '{', '{}', 'null', '[1, null, "", {}]']) {
    test(`are none where ${JSON.stringify(text)} is stored`, () => {
      assert.deepEqual(remembering(text).recent.getSnapshot(), [])
    })
  }

  test('are cut to size where someone stored more', () => {
    const { recent } = remembering(JSON.stringify(Array.from({ length: 50 }, () => 'x'.repeat(1000))))
    assert.equal(recent.getSnapshot().length, maxRecentSearches)
    assert.equal(recent.getSnapshot()[0]?.length, 64)
  })
})
