import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogRow } from '#contract/calls/account.ts'
import { orderPath, transactionIcon, transactionText } from '#web/screens/transactions/transaction.ts'

const row: LogRow = {
  Id: 1,
  Value: '-2.500000',
  Type: 4,
  Memo: '',
  MemoTran: 'Trading fee',
  OrderId: 12,
  CreatedAt: '2026-11-15T08:05:00.000Z',
  CreatedAtTran: 'Nov 15, 2026, 08:05',
}

test("shows the operator's memo for an adjustment, and the server's text for anything else", () => {
  assert.equal(transactionText(row), 'Trading fee')
  assert.equal(transactionText({ ...row, Memo: 'never shown' }), 'Trading fee')
  assert.equal(transactionText({ ...row, Type: 10, Memo: 'Goodwill', MemoTran: 'Adjustment' }), 'Goodwill')
  assert.equal(transactionText({ ...row, Type: 10, MemoTran: 'Adjustment' }), 'Adjustment')
})

test('links to the order in its list, or nowhere without an order', () => {
  assert.equal(orderPath(row, new Set([12])), '/order?type=1&id=12')
  assert.equal(orderPath(row, new Set([13])), '/order?type=3&id=12')
  assert.equal(orderPath({ ...row, OrderId: null }, new Set([12])), undefined)
})

test('has an icon for an unknown type', () => {
  assert.equal(transactionIcon({ ...row, Type: 99 }), transactionIcon(row))
})
