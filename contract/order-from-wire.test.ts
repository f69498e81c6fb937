import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { orderToWire } from '#contract/order-wire.ts'
import { micros, price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import {
  cancelledOrder,
  closedOrder,
  openOrder,
  pendingOrder,
  sampleReceipt,
} from '#test/engine/sample-orders.ts'

const [market] = markets
const names = { id: 12, userId: 3 }

/** Encodes and decodes an order. */
function shown(order: Order): ShownOrder {
  assert.ok(market)
  return orderFromWire(orderToWire({ order, closing: price(108_420), profit: micros(-5) }, market, 'en'))
}

describe('a decoded order', () => {
  test('has all displayed fields with exact values', () => {
    const { receipts, ...order } = shown(openOrder({ ...names, takeProfit: price(109_000) }))
    assert.deepEqual(order, {
      id: 12,
      market: {
        id: market?.id,
        code: 'EURUSD',
        showCode: 'EUR/USD',
        name: market?.names.en,
        logo: market?.logo,
        precision: 5,
        quoteCurrency: 'USD',
      },
      side: 'buy',
      kind: 'market',
      status: 'open',
      lots: '0.50',
      openPrice: '1.08430',
      askedPrice: '1.08431',
      closingPrice: '1.08420',
      profit: '-0.000005',
      margin: '542.150000',
      fee: '2.500000',
      stopLoss: '1.08000',
      takeProfit: '1.09000',
      leverage: 100,
      unitsPerLot: 100_000,
      lotStep: '0.01',
      leastLots: '0.01',
      placedAt: '2027-01-15T08:00:00.123Z',
      openedAt: '2027-01-15T08:00:00.123Z',
      endedAt: null,
      endCause: null,
      parentId: null,
      amendedFrom: null,
    })
    assert.deepEqual([receipts.placed.rule, receipts.ended], ['market_order', null])
  })

  const pending = pendingOrder(names)
  const table: readonly Order[] = [
    pending,
    { ...pending, kind: 'stop' },
    openOrder({ ...names, side: 'sell' }),
    cancelledOrder(pending, { endCause: 'insufficient_margin' }),
    closedOrder(openOrder(names), 5, { parentId: 11, endCause: 'stop_out' }),
  ]
  for (const order of table) {
    test(`keeps status ${order.status}, side ${order.side} and kind ${order.kind}`, () => {
      const { status, side, kind, endCause, parentId } = shown(order)
      assert.deepEqual(
        [status, side, kind, endCause, parentId],
        [order.status, order.side, order.kind, order.endCause, order.parentId],
      )
    })
  }

  test('accepts an unknown kind and status of a newer server', () => {
    assert.ok(market)
    const wire = orderToWire({ order: openOrder(names), closing: null, profit: micros(0) }, market, 'en')
    const { kind, status } = orderFromWire({ ...wire, OrderKind: 9, Status: 9 })
    assert.deepEqual([kind, status], ['market', 'closed'])
  })
})

test('a decoded receipt has the inputs of the decision and the account figures', () => {
  const account = {
    balance: micros(1_000_000),
    netValue: micros(-2_000_000),
    usedMargin: micros(3_000_001),
    riskRate: 4_999,
    needed: micros(7),
  }
  const ended = sampleReceipt('stop_out', { slippage: -12, account })
  assert.deepEqual(shown(closedOrder(openOrder(names), 1, { ended })).receipts.ended, {
    rule: 'stop_out',
    bid: '1.08420',
    ask: '1.08430',
    quotedAt: '2027-01-15T08:00:00.123Z',
    seq: 7,
    feed: 'sim:1',
    rate: '1.000000000',
    expected: '1.08431',
    slippage: '-0.00012',
    account: {
      balance: '1.000000',
      equity: null,
      midEquity: '-2.000000',
      usedMargin: '3.000001',
      marginLevel: '49.99',
      needed: '0.000007',
    },
  })
})
