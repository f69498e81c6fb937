import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  newComplaintPath,
  recordFromSearch,
  viewFromSearch,
} from '#web/parts/complaints/complaint-address.ts'

describe('the view of complaints', () => {
  for (const [search, view] of [
    ['', { kind: 'list' }],
    ['show=new', { kind: 'new' }],
    ['show=new&pick=open', { kind: 'new' }],
    ['id=12', { kind: 'one', id: 12 }],
    ['id=0', { kind: 'list' }],
    ['id=1e3', { kind: 'list' }],
    ['id=9999999999999999', { kind: 'list' }],
  ] as const)
    test(`of "${search}" is ${JSON.stringify(view)}`, () => assert.deepEqual(viewFromSearch(search), view))
})

describe('the record of a link', () => {
  for (const kind of ['order', 'deposit', 'withdrawal'] as const)
    test(`to the form names the ${kind}`, () => {
      const [, search = ''] = newComplaintPath({ kind, id: 7 }).split('?')
      assert.deepEqual(recordFromSearch(search), { kind, id: 7 })
    })

  test('that names none is undefined', () => assert.equal(recordFromSearch('show=new&order=x'), undefined))
})
