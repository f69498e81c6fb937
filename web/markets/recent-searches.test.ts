import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { storedText } from '#browser/storage/stored-text.ts'
import { createRecentSearches, maxRecentSearches } from '#web/markets/recent-searches.ts'

function createFixture(text?: string) {
  const stored = storedText(undefined, 'recent')
  stored.write(text)
  return { stored, recent: createRecentSearches(stored) }
}

describe('recent searches', () => {
  test('are stored, newest first', () => {
    const { stored, recent } = createFixture()
    recent.add('gold')
    recent.add(' 歐元 ')
    assert.deepEqual(createRecentSearches(stored).getSnapshot(), ['歐元', 'gold'])
  })

  test('hold a search once, in its last spelling', () => {
    const { recent } = createFixture()
    for (const text of ['gold', 'euro', 'GOLD', '', '  ']) recent.add(text)
    assert.deepEqual(recent.getSnapshot(), ['GOLD', 'euro'])
  })

  test('are limited in number', () => {
    const { recent } = createFixture()
    for (let count = 1; count <= maxRecentSearches + 3; count += 1) recent.add(`search ${count}`)
    assert.equal(recent.getSnapshot().length, maxRecentSearches)
    assert.equal(recent.getSnapshot()[0], `search ${maxRecentSearches + 3}`)
  })

  test('can be removed one by one or all at once, leaving nothing stored', () => {
    const { stored, recent } = createFixture()
    for (const text of ['gold', 'euro']) recent.add(text)
    recent.remove('gold')
    assert.deepEqual(recent.getSnapshot(), ['euro'])
    recent.clear()
    assert.deepEqual([recent.getSnapshot(), stored.read()], [[], undefined])
  })

  for (const text of ['', '{', '{}', 'null', '[1, null, "", {}]']) {
    test(`are empty if ${JSON.stringify(text)} is stored`, () => {
      assert.deepEqual(createFixture(text).recent.getSnapshot(), [])
    })
  }

  test('are cut to the limits if more is stored', () => {
    const { recent } = createFixture(JSON.stringify(Array.from({ length: 50 }, () => 'x'.repeat(1000))))
    assert.equal(recent.getSnapshot().length, maxRecentSearches)
    assert.equal(recent.getSnapshot()[0]?.length, 64)
  })
})
