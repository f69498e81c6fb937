import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  everything,
  filterOfSearch,
  isEverything,
  searchOfFilter,
  typesOf,
} from '#web/screens/transactions/transaction-filter.ts'

describe('what is shown of the account log', () => {
  test('is everything unless the address says otherwise', () => {
    for (const search of ['', 'type=all', 'type=9', 'type=fees', 'dates=soon', 'other=1'])
      assert.deepEqual(filterOfSearch(search), everything, search)
    assert.equal(searchOfFilter(everything), '')
    assert.ok(isEverything(everything))
  })

  test('is found again from the address it has', () => {
    const own = { kind: 'own', from: '2026-01-30', to: '' } as const
    for (const type of new Set([...typesOf(true), ...typesOf(false)]))
      for (const range of [everything.range, own, { kind: 'today' } as const]) {
        const filter = { type, range }
        assert.deepEqual(filterOfSearch(searchOfFilter(filter).slice(1)), filter)
        assert.equal(isEverything(filter), type === 'all' && range === everything.range)
      }
  })

  test('can be money in and out only where there is some', () => {
    assert.deepEqual(
      typesOf(true).filter((type) => ['1', '2', '5'].includes(type)),
      [],
    )
    assert.ok(!typesOf(false).includes('7'))
  })
})
