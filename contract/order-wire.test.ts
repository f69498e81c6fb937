import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { orderFields } from '#contract/calls/order-fields.ts'
import { orderToWire, sideFromWire } from '#contract/order-wire.ts'
import { lots, type Micros, micros, price, rate } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { Rule } from '#core/order/receipt.ts'
import { markets } from '#db/seed/markets.ts'
import {
  cancelledOrder,
  closedOrder,
  openOrder,
  pendingOrder,
  sampleReceipt,
} from '#test/engine/sample-orders.ts'

const [market] = markets
assert.ok(market)
const names = { id: 12, userId: 3 }

function wire(order: Order, language: 'en' | 'hk' = 'en') {
  const fields = orderToWire(
    { order, closing: order.closePrice, profit: micros(-1) },
    market ?? never(),
    language,
  )
  assert.ok(Compile(orderFields).Check(fields), 'it is what the schema promises')
  return fields
}

function never(): never {
  throw new Error('there is no market')
}

describe('an encoded order', () => {
  test('has its amounts as exact decimals', () => {
    const { receipt: _, ...fields } = wire(openOrder({ ...names, margin: micros(9_007_199_254_740_991) }))
    assert.deepEqual(fields, {
      Id: 12,
      ForexTradeLists: {
        Id: market?.id,
        Code: 'EURUSD',
        ShowCode: 'EUR/USD',
        Name: market?.names.en,
        Logo: market?.logo,
        PricePrecision: 5,
        QuoteCurrency: 'USD',
      },
      OrderType: 1,
      OrderKind: 1,
      Quantity: '0.50',
      OriginPrice: '1.08430',
      Price: '1.08431',
      UpdatePrice: null,
      FactProfits: '-0.000001',
      CautionMoney: '9007199254.740991',
      TradeFee: '2.500000',
      TargetLossPrice: '1.08000',
      TargetProfitPrice: null,
      Multiple: 100,
      ForexContNum: 100_000,
      Pip: '0.01',
      ForexMinCont: '0.01',
      CreateTime: '2027-01-15T08:00:00.123Z',
      CreateTimeHandler: 'Jan 15, 2027, 08:00:00 UTC',
      OpenTime: '2027-01-15T08:00:00.123Z',
      OpenTimeHandler: 'Jan 15, 2027, 08:00:00 UTC',
      CompleteTime: null,
      CompleteTimeHandler: null,
      Status: 1,
      CloseReason: null,
      ParentId: null,
      AmendedFrom: null,
    })
  })

  test('has names and times in the reader’s language', () => {
    const { ForexTradeLists, CreateTimeHandler, CreateTime } = wire(openOrder(names), 'hk')
    assert.equal(ForexTradeLists.Name, market?.names.hk)
    assert.equal(CreateTimeHandler, '2027年1月15日 08:00:00 [UTC]')
    assert.equal(CreateTime, '2027-01-15T08:00:00.123Z')
  })

  test('without a requested price has its opening price', () => {
    assert.equal(wire(openOrder({ ...names, askedPrice: null })).Price, '1.08430')
  })

  test('keeps the decimals of its own terms if the market’s have changed', () => {
    const order = openOrder(names)
    const fields = wire({ ...order, terms: { ...order.terms, pricePrecision: 3 } })
    assert.deepEqual([fields.OriginPrice, fields.ForexTradeLists.PricePrecision], ['108.430', 3])
    assert.equal(fields.receipt.placed.bid, '108.420')
  })

  const pending = pendingOrder(names)
  const closed = closedOrder(openOrder(names), 5, { parentId: 11, endCause: 'stop_out' })
  const table: readonly (readonly [string, Order, readonly unknown[]])[] = [
    ['pending', pending, [0, 2, null, null, null, null]],
    ['a stop', { ...pending, kind: 'stop' }, [0, 3, null, null, null, null]],
    ['open', openOrder(names), [1, 1, null, null, '2027-01-15T08:00:00.123Z', null]],
    ['cancelled', cancelledOrder(pending), [2, 2, 'user', null, null, '2027-01-15T08:01:00.123Z']],
    ['closed', closed, [3, 1, 'stop_out', 11, '2027-01-15T08:00:00.123Z', '2027-01-15T08:01:00.123Z']],
  ]
  for (const [name, order, expected] of table) {
    test(`is ${name}`, () => {
      const { Status, OrderKind, CloseReason, ParentId, OpenTime, CompleteTime } = wire(order)
      assert.deepEqual([Status, OrderKind, CloseReason, ParentId, OpenTime, CompleteTime], expected)
    })
  }

  test('encodes and decodes its side as a number', () => {
    for (const side of ['buy', 'sell'] as const) {
      assert.equal(sideFromWire(wire(openOrder({ ...names, side })).OrderType), side)
    }
  })
})

describe('an encoded receipt', () => {
  test('has all inputs of the decision', () => {
    const account = {
      balance: micros(1_000_000),
      netValue: micros(-2_000_000),
      usedMargin: micros(3_000_001),
      riskRate: 4_999,
      needed: null,
    }
    const ended = sampleReceipt('stop_out', { rate: rate(6_666_667), slippage: -12, account })
    const { receipt } = wire(closedOrder(openOrder({ ...names, lots: lots(1) }), 1, { ended }))
    assert.deepEqual(receipt.ended, {
      rule: 'stop_out',
      bid: '1.08420',
      ask: '1.08430',
      time: '2027-01-15T08:00:00.123Z',
      seq: 7,
      feed: 'sim:1',
      rate: '0.006666667',
      expected: '1.08431',
      slippage: '-0.00012',
      account: {
        balance: '1.000000',
        net_value: null,
        mid_net_value: '-2.000000',
        used_margin: '3.000001',
        hazard_rate: '49.99',
        needed: null,
      },
    })
    assert.equal(receipt.placed.account, null)
  })

  test('names the equity of a close-out as mid-price equity, and that of another decision as equity', () => {
    const figures = {
      balance: micros(1),
      usedMargin: micros(3),
      riskRate: 4_999,
      netValue: micros(2_000_000),
    }
    const equityOf = (rule: Rule, needed: Micros | null) => {
      const ended = sampleReceipt(rule, { account: { ...figures, needed } })
      const { account } = wire(cancelledOrder(pendingOrder(names), { ended })).receipt.ended ?? never()
      return [account?.net_value, account?.mid_net_value]
    }
    assert.deepEqual(equityOf('stop_out', null), [null, '2.000000'])
    assert.deepEqual(equityOf('insufficient_margin', micros(4)), ['2.000000', null])
  })

  test('has null for missing inputs', () => {
    const bare = { quote: null, rate: null, expected: null, slippage: null }
    const { receipt } = wire(
      cancelledOrder(pendingOrder(names), { ended: sampleReceipt('cancelled_by_user', bare) }),
    )
    const { bid, ask, time, seq, rate: converted, expected, slippage } = receipt.ended ?? never()
    assert.deepEqual([bid, ask, time, seq, converted, expected, slippage], Array(7).fill(null))
    assert.equal(receipt.opened, null)
  })

  test('has zero slippage as zero, not null', () => {
    const opened = sampleReceipt('market_order', { slippage: 0, expected: price(1) })
    assert.equal(wire(openOrder({ ...names, opened })).receipt.opened?.slippage, '0.00000')
  })
})
