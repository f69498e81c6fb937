import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marketOfItem } from '#contract/market-from-wire.ts'
import { tradeItem } from '#test/web/market-fixtures.ts'
import { reuseUnchanged } from '#web/markets/market-list.ts'
import type { MarketList } from '#web/markets/markets-types.ts'

const listOf = (...changes: Parameters<typeof tradeItem>): MarketList => ({
  status: 'ready',
  markets: [marketOfItem(tradeItem(...changes)), marketOfItem(tradeItem({ Id: 2 }))],
  categories: [{ id: 1, name: 'Forex' }],
})

describe('reuseUnchanged', () => {
  test('returns the current list if nothing changed', () => {
    const current = listOf()
    assert.equal(reuseUnchanged(current, listOf()), current)
  })

  test('keeps unchanged markets', () => {
    const current = listOf()
    const next = reuseUnchanged(current, listOf({ Name: '歐元' }))
    assert.equal(next.markets[0]?.name, '歐元')
    assert.equal(next.markets[1], current.markets[1])
    assert.equal(next.categories, current.categories)
  })

  test('returns a new list if a market was removed, added or moved', () => {
    const current = listOf()
    const [first, second] = current.markets
    assert.ok(first !== undefined && second !== undefined)
    for (const markets of [[first], [first, second, { ...second, id: 3 }], [second, first]]) {
      const next = { ...current, markets }
      assert.deepEqual(reuseUnchanged(current, next), next)
    }
  })
})
