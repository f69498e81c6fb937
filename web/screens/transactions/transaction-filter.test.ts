import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  filterFromSearch,
  filterToSearch,
  isUnfiltered,
  noFilter,
  transactionTypes,
} from '#web/screens/transactions/transaction-filter.ts'

describe('the transaction filter', () => {
  test('is empty unless the address has one', () => {
    for (const search of ['', 'type=all', 'type=9', 'type=fees', 'dates=soon', 'other=1'])
      assert.deepEqual(filterFromSearch(search), noFilter, search)
    assert.equal(filterToSearch(noFilter), '')
    assert.ok(isUnfiltered(noFilter))
  })

  test('survives formatting and parsing of the address', () => {
    const own = { kind: 'own', from: '2026-01-30', to: '' } as const
    for (const type of new Set([...transactionTypes(true), ...transactionTypes(false)]))
      for (const range of [noFilter.range, own, { kind: 'today' } as const]) {
        const filter = { type, range }
        assert.deepEqual(filterFromSearch(filterToSearch(filter).slice(1)), filter)
        assert.equal(isUnfiltered(filter), type === 'all' && range === noFilter.range)
      }
  })

  test('offers deposits and withdrawals to real accounts only, and the opening balance to demo accounts only', () => {
    assert.deepEqual(
      transactionTypes(true).filter((type) => ['1', '2', '5'].includes(type)),
      [],
    )
    assert.ok(!transactionTypes(false).includes('7'))
  })
})
