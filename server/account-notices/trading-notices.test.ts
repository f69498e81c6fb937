import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MarginNotice } from '#core/decision/decision.ts'
import { formatLots, formatMicros, formatPrice, micros, type Price } from '#core/money/amounts.ts'
import type { NoticeContent } from '#core/notice/notice.ts'
import type { Order } from '#core/order/order.ts'
import { tradingNoticesOf } from '#server/account-notices/trading-notices.ts'
import type { Change } from '#server/followers/followers.ts'
import { cancelledOrder, closedOrder, openOrder, pendingOrder } from '#test/engine/sample-orders.ts'

const about = { position: { group: 0, seq: 4, entry: 2 }, userId: 7, timeMs: 1000 } as const
const money = { cash: micros(0), locked: micros(0), isWarned: false, notice: null, movement: null }

function noticesOf(after: Order, cause: Change['cause'] = 'judge_tick', notice: MarginNotice | null = null) {
  const orders = [{ before: 'unknown', after }] as const
  const change = { ...about, ...money, cause, orders, transfers: [], notice }
  return tradingNoticesOf(change, (marketId) => `market ${marketId}`)
}

const position = openOrder({ id: 12, userId: 7 })
const pending = pendingOrder({ id: 12, userId: 7 })
const { marketId, side } = position
const order = { order: 12, market: `market ${marketId}`, side, lots: formatLots(position.lots) }
const told = { userId: 7, atMs: 1000 }

function priceOf({ terms }: Order, amount: Price | null): string {
  return formatPrice(amount ?? assert.fail(), terms.pricePrecision)
}

describe('notices of a quote', () => {
  const lost = closedOrder(position, -1, { endCause: 'stop_loss' })
  const won = closedOrder(position, 1, { endCause: 'take_profit' })
  const closedOut = closedOrder(position, -1, { endCause: 'stop_out' })
  const resultOf = (closed: Order) => ({
    price: priceOf(closed, closed.closePrice),
    profit: formatMicros(closed.profit ?? assert.fail()),
  })
  type Row = readonly [what: string, order: Order, content: NoticeContent]
  const rows: readonly Row[] = [
    ['a stop loss', lost, { kind: 'stop_loss', ...order, ...resultOf(lost) }],
    ['a take profit', won, { kind: 'take_profit', ...order, ...resultOf(won) }],
    ['a close-out', closedOut, { kind: 'close_out', ...order, ...resultOf(closedOut) }],
    [
      'a filled order',
      { ...pending, status: 'open' },
      {
        kind: 'order_filled',
        ...order,
        lots: formatLots(pending.lots),
        price: priceOf(pending, pending.openPrice),
      },
    ],
    ...(['insufficient_margin', 'notional_limit', 'orders_limit', 'simulated_prices'] as const).map(
      (reason): Row => [
        `a pending order cancelled for ${reason}`,
        cancelledOrder(pending, { endCause: reason }),
        { kind: 'order_cancelled', ...order, lots: formatLots(pending.lots), reason },
      ],
    ),
  ]
  for (const [what, changed, content] of rows)
    test(`name ${what}`, () =>
      assert.deepEqual(noticesOf(changed), [{ ...told, source: 'journal:0:4:2:12', content }]))

  test('include the margin call, before the orders that were closed out', () => {
    const call = { riskRate: 9905, netValue: micros(1), usedMargin: micros(1), quoteSeq: 3, timeMs: 1000 }
    assert.deepEqual(noticesOf(closedOut, 'judge_tick', call), [
      { ...told, source: 'journal:0:4:2:margin', content: { kind: 'margin_call', level: '99.05' } },
      {
        ...told,
        source: 'journal:0:4:2:12',
        content: { kind: 'close_out', ...order, ...resultOf(closedOut) },
      },
    ])
  })
})

test('what the user did is no notice', () => {
  assert.deepEqual(noticesOf(closedOrder(position, 1), 'close_order'), [])
  assert.deepEqual(noticesOf(position, 'open_order'), [])
  assert.deepEqual(noticesOf(position, 'set_stops'), [])
  assert.deepEqual(noticesOf(cancelledOrder(pending), 'cancel_order'), [])
  assert.deepEqual(noticesOf(cancelledOrder(pending, { endCause: 'amended' }), 'amend_order'), [])
  assert.deepEqual(noticesOf(cancelledOrder(pending, { endCause: 'demo_reset' }), 'reset_demo'), [])
})
