import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marketOfItem } from '#contract/market-from-wire.ts'
import { tradeItem } from '#web/markets/market-fixtures.test.ts'
import { reuseUnchanged } from '#web/markets/market-list.ts'
import type { MarketList } from '#web/markets/markets-types.ts'

const listOf = (...changes: Parameters<typeof tradeItem>): MarketList => ({
  status: 'ready',
  markets: [marketOfItem(tradeItem(...changes)), marketOfItem(tradeItem({ Id: 2 }))],
  categories: [{ id: 1, name: 'Forex' }],
})

describe('a list that was fetched again', () => {
  test('is the same one when it says the same', () => {
    const present = listOf()
    assert.equal(reuseUnchanged(present, listOf()), present)
  })

  test('keeps every market that says the same', () => {
    const present = listOf()
    const next = reuseUnchanged(present, listOf({ Name: '歐元' }))
    assert.equal(next.markets[0]?.name, '歐元')
    assert.equal(next.markets[1], present.markets[1])
    assert.equal(next.categories, present.categories)
  })

  test('is another one when a market is gone, is new, or has moved', () => {
    const present = listOf()
    const [first, second] = present.markets
    assert.ok(first !== undefined && second !== undefined)
    for (const markets of [[first], [first, second, { ...second, id: 3 }], [second, first]]) {
      const next = { ...present, markets }
      assert.deepEqual(reuseUnchanged(present, next), next)
    }
  })
})
