import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOfTab, tabOf } from '#web/screens/order/order-tab.ts'

test('the address says which list is shown, and what it does not say is what one holds', () => {
  const table = [
    ['', 'open'],
    ['type=1', 'open'],
    ['?type=0', 'pending'],
    ['type=3&id=12', 'history'],
    ['type=2', 'open'],
    ['type=', 'open'],
    ['type=constructor', 'open'],
    ['type=3&type=0', 'history'],
  ] as const
  for (const [search, tab] of table) assert.equal(tabOf(search), tab, search)
})

test('the address of a list leads back to it', () => {
  for (const tab of ['open', 'pending', 'history'] as const)
    assert.equal(tabOf(addressOfTab(tab).split('?')[1] ?? ''), tab)
})
