import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros, price, rate } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { orderBefore, ordersBefore } from '#server/engine/journal/orders-before.ts'
import {
  cancelledOrder,
  closedOrder,
  openOrder,
  pendingOrder,
  sampleReceipt,
} from '#test/engine/sample-orders.ts'
import { fc } from '#test/fast-check.ts'

const named = { id: 7, userId: 1 }
const known = (order: Order) => new Map([[order.id, order]])

describe('ordersBefore', () => {
  test('stores only the changed fields of a closed order', () => {
    const before = openOrder(named)
    assert.deepEqual(ordersBefore(known(before), [closedOrder(before, 5)]), {
      7: { status: 'open', closePrice: null, profit: null, endCause: null, ended: null, endedAtMs: null },
    })
  })

  test('compares receipts by value', () => {
    const before = openOrder(named)
    const after = openOrder({ ...named, stopLoss: price(1), placed: { ...before.placed } })
    assert.deepEqual(ordersBefore(known(before), [after]), { 7: { stopLoss: before.stopLoss } })
  })

  test('omits new orders, and is undefined if all are new', () => {
    const before = openOrder(named)
    const fresh = openOrder({ ...named, id: 8 })
    assert.deepEqual(ordersBefore(known(before), [before, fresh]), { 7: {} })
    assert.equal(ordersBefore(known(before), [fresh]), undefined)
    assert.equal(ordersBefore(undefined, [fresh]), undefined)
  })
})

/** Orders in any state, with random amounts, receipts and terms. */
const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    state: fc.constantFrom('open', 'pending', 'closed', 'cancelled'),
    amount: fc.nat({ max: 3 }),
    stopLoss: fc.option(fc.integer({ min: 1, max: 3 })),
    slippage: fc.option(fc.integer({ min: -2, max: 2 })),
    feeShare: fc.nat({ max: 1 }),
  })
  .map(({ state, amount, stopLoss, slippage, feeShare }) => {
    const isPlaced = state === 'pending' || state === 'cancelled'
    const order = (isPlaced ? pendingOrder : openOrder)({
      ...named,
      margin: micros(amount),
      stopLoss: stopLoss === null ? null : price(stopLoss),
      placed: sampleReceipt('market_order', { slippage }),
    })
    const terms = { ...order.terms, feeShare: rate(feeShare) }
    const withTerms = { ...order, terms }
    if (state === 'closed') return closedOrder(withTerms, amount)
    return state === 'cancelled' ? cancelledOrder(withTerms) : withTerms
  })

test('the order before follows from the order afterwards and the stored difference', () => {
  fc.assert(
    fc.property(anyOrder, anyOrder, (before, after) => {
      const stored: unknown = JSON.parse(JSON.stringify(ordersBefore(known(before), [after])))
      const difference = (stored as Record<number, Partial<Order>>)[before.id]
      assert.ok(difference)
      assert.deepEqual(orderBefore(after, difference), before)
    }),
  )
})
