import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { decidedOrderFields } from '#contract/calls/order-fields.ts'
import { close } from '#contract/calls/trading.ts'
import { closedToWire, decidedToWire } from '#contract/order-answers.ts'
import type { Market } from '#core/market/market.ts'
import { lots, price, rate } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import {
  cancelledOrder,
  closedOrder,
  openOrder,
  pendingOrder,
  sampleReceipt,
} from '#test/engine/sample-orders.ts'

const market = markets[0] as Market
const names = { id: 12, userId: 3 }

function figures(order: Order) {
  const fields = decidedToWire(order, market, 'en')
  assert.ok(Compile(decidedOrderFields).Check(fields))
  return [fields.UpdatePrice, fields.FactProfits, fields.QuoteSeq]
}

const quoteAt = (seq: number, bid: number) => ({
  marketId: market.id,
  bid: price(bid),
  ask: price(bid + 10),
  timeMs: 1,
  seq,
})

describe('the answer of an order call', () => {
  test('values an open order at its opening quote and rate', () => {
    const opened = sampleReceipt('market_order', { rate: rate(500_000_000) })
    // −0.00010 × 0.5 lots × 100,000 units × rate 0.5 = −2.50.
    assert.deepEqual(figures(openOrder({ ...names, opened })), ['1.08420', '-2.500000', 12])
    assert.deepEqual(figures(openOrder({ ...names, opened, side: 'sell', openPrice: price(108_420) })), [
      '1.08430',
      '-2.500000',
      12,
    ])
  })

  test('has zero profit for a pending and a cancelled order', () => {
    const pending = pendingOrder(names)
    assert.deepEqual(figures(pending), ['1.08420', '0.000000', 12])
    const ended = sampleReceipt('cancelled_by_user', { quote: null, rate: null })
    assert.deepEqual(figures(cancelledOrder(pending, { ended })), [null, '0.000000', 12])
  })

  test('has the realised profit of a closed order', () => {
    const ended = sampleReceipt('closed_by_user', { quote: quoteAt(9, 108_500), knownSeq: 15 })
    const order = closedOrder(openOrder(names), 35_000_000, { ended, closePrice: price(108_500) })
    assert.deepEqual(figures(order), ['1.08500', '35.000000', 15])
  })

  test('is the same each time it is encoded', () => {
    const order = openOrder(names)
    assert.deepEqual(decidedToWire(order, market, 'en'), decidedToWire(structuredClone(order), market, 'en'))
  })
})

test('an order with new stops is valued at the prices of that decision, not of its opening', () => {
  const then = { quote: quoteAt(20, 108_600), rate: rate(1_000_000_000), knownSeq: 21 }
  const { UpdatePrice, QuoteSeq } = decidedToWire(openOrder(names), market, 'en', then)
  assert.deepEqual([UpdatePrice, QuoteSeq], ['1.08600', 21])
})

describe('the answer of a close', () => {
  const ended = sampleReceipt('closed_by_user', { quote: quoteAt(9, 108_500), knownSeq: 15 })
  const part = closedOrder(openOrder({ ...names, id: 13, lots: lots(20) }), 14_000_000, {
    ended,
    parentId: 12,
    closePrice: price(108_500),
  })

  test('has no rest after a full close', () => {
    const answer = closedToWire(part, undefined, market, 'en')
    assert.ok(Compile(close.answer).Check(answer))
    assert.equal(answer.Rest, null)
  })

  test('values the rest at the same quote', () => {
    const answer = closedToWire(part, openOrder({ ...names, lots: lots(30) }), market, 'en')
    assert.ok(Compile(close.answer).Check(answer))
    const { Rest, Id, ParentId, FactProfits, QuoteSeq } = answer
    assert.deepEqual([Id, ParentId, FactProfits, QuoteSeq], [13, 12, '14.000000', 15])
    assert.deepEqual(
      [Rest?.Id, Rest?.Quantity, Rest?.UpdatePrice, Rest?.FactProfits],
      [12, '0.30', '1.08500', '21.000000'],
    )
  })
})
