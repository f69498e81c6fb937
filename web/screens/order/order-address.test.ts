import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  formatOrderRef,
  type OrderPart,
  parseOrderRef,
  tabAddress,
  tabFromSearch,
} from '#web/screens/order/order-address.ts'

describe('the list in the address', () => {
  test('tabFromSearch reads the type parameter, and falls back to open orders', () => {
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
    for (const [search, tab] of table) assert.equal(tabFromSearch(search), tab, search)
  })

  test('tabAddress and tabFromSearch are inverse', () => {
    for (const tab of ['open', 'pending', 'history'] as const)
      assert.equal(tabFromSearch(tabAddress(tab).split('?')[1] ?? ''), tab)
  })
})

describe('the order in the address', () => {
  for (const part of [
    'all',
    'stops',
    'close',
    'reverse',
    'edit',
    'cancel',
  ] as const satisfies readonly OrderPart[]) {
    test(`formats and parses the part ${part}`, () => {
      assert.deepEqual(parseOrderRef(formatOrderRef({ id: 12, part })), { id: 12, part })
    })
  }

  for (const text of [
    undefined,
    '',
    '0',
    '012',
    '-1',
    '1.5',
    '12.',
    '12.everything',
    '12.stops.close',
    'x',
    '9'.repeat(17),
    '9007199254740993',
  ]) {
    test(`is undefined for ${JSON.stringify(text)}`, () => assert.equal(parseOrderRef(text), undefined))
  }
})
