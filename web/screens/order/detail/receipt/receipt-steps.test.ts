import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someOrder, someReceipt } from '#test/wire/shown-order.ts'
import { receiptSteps } from '#web/screens/order/detail/receipt/receipt-steps.ts'

const shownOf = (order: Parameters<typeof receiptSteps>[0]) =>
  receiptSteps(order).map(({ name, fill }) => [name, fill])

test('an order at market is placed and opened by one decision', () => {
  assert.deepEqual(shownOf(someOrder), [['both', '1.08435']])
})

test('a pending order has a decision for each step, and a fill only where it was filled', () => {
  const placed = { ...someReceipt, rule: 'pending_order' }
  const opened = { ...someReceipt, rule: 'limit_reached', seq: 4800 }
  const ended = { ...someReceipt, rule: 'closed_by_user', seq: 4900 }
  const order = { ...someOrder, receipts: { placed, opened: null, ended: null } }
  assert.deepEqual(shownOf(order), [['placed', null]])
  assert.deepEqual(
    shownOf({ ...order, status: 'closed', closingPrice: '1.09000', receipts: { placed, opened, ended } }),
    [
      ['placed', null],
      ['opened', '1.08435'],
      ['ended', '1.09000'],
    ],
  )
  assert.deepEqual(shownOf({ ...order, status: 'cancelled', receipts: { placed, opened: null, ended } }), [
    ['placed', null],
    ['ended', null],
  ])
})
