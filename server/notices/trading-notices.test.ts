import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MarginNotice } from '#core/decision/decision.ts'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { Change } from '#server/followers/followers.ts'
import { noticesOf } from '#server/notices/trading-notices.ts'
import { cancelledOrder, closedOrder, openOrder, pendingOrder } from '#test/engine/sample-orders.ts'

const about = { position: { group: 0, seq: 4, entry: 2 }, userId: 7, timeMs: 1000 } as const
const money = { cash: micros(0), locked: micros(0), isWarned: false, notice: null, movement: null }

function changed(after: Order, cause: Change['cause'] = 'judge_tick', notice: MarginNotice | null = null) {
  const orders = [{ before: 'unknown', after }] as const
  return noticesOf({ ...about, ...money, cause, orders, transfers: [], notice })
}

const position = openOrder({ id: 12, userId: 7 })
const pending = pendingOrder({ id: 12, userId: 7 })

describe('notices of a quote', () => {
  type Row = readonly [what: string, order: Order, notice: object]
  const rows: readonly Row[] = [
    ['a stop loss', closedOrder(position, -1, { endCause: 'stop_loss' }), { kind: 'stop_loss' }],
    ['a take profit', closedOrder(position, 1, { endCause: 'take_profit' }), { kind: 'take_profit' }],
    ['a close-out', closedOrder(position, -1, { endCause: 'stop_out' }), { kind: 'close_out' }],
    ['a filled order', { ...pending, status: 'open' }, { kind: 'order_filled' }],
    ...(['insufficient_margin', 'notional_limit', 'orders_limit', 'simulated_prices'] as const).map(
      (reason): Row => [
        `a pending order cancelled for ${reason}`,
        cancelledOrder(pending, { endCause: reason }),
        { kind: 'order_cancelled', reason },
      ],
    ),
  ]
  for (const [what, order, notice] of rows)
    test(`name ${what}`, () => assert.deepEqual(changed(order), [{ ...about, ...notice, orderId: 12 }]))

  test('include the margin call, before the orders that were closed out', () => {
    const call = { riskRate: 9900, netValue: micros(1), usedMargin: micros(1), quoteSeq: 3, timeMs: 1000 }
    const closedOut = closedOrder(position, -1, { endCause: 'stop_out' })
    assert.deepEqual(changed(closedOut, 'judge_tick', call), [
      { ...about, kind: 'margin_call', riskRate: 9900 },
      { ...about, kind: 'close_out', orderId: 12 },
    ])
  })
})

test('what the user did is no notice', () => {
  assert.deepEqual(changed(closedOrder(position, 1), 'close_order'), [])
  assert.deepEqual(changed(position, 'open_order'), [])
  assert.deepEqual(changed(position, 'set_stops'), [])
  assert.deepEqual(changed(cancelledOrder(pending), 'cancel_order'), [])
  assert.deepEqual(changed(cancelledOrder(pending, { endCause: 'amended' }), 'amend_order'), [])
  assert.deepEqual(changed(cancelledOrder(pending, { endCause: 'demo_reset' }), 'reset_demo'), [])
})
