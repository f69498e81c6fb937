import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'
import { ordersCsv, ordersFileName } from '#web/screens/order/history/orders-csv.ts'

const closed = orderFromWire(
  orderWire({
    Id: 12,
    OrderType: 2,
    Status: 3,
    UpdatePrice: '1.08612',
    FactProfits: '-88.500000',
    CompleteTime: '2026-11-14T23:30:00.000Z',
    CloseReason: 'stop_loss',
    ParentId: 7,
  }),
)
const cancelled = orderFromWire(
  orderWire({
    Id: 11,
    OrderKind: 2,
    Status: 2,
    OpenTime: null,
    FactProfits: '0.000000',
    TargetLossPrice: '1.07000',
    CompleteTime: '2026-11-02T08:00:00.000Z',
    CloseReason: 'user',
  }),
)

describe('the CSV export of orders', () => {
  test('has exact amounts and UTC times, and empty cells for missing values', () => {
    const [names, first, second, ...rest] = ordersCsv([closed, cancelled]).split('\r\n')
    assert.equal(
      names,
      '\ufeffid,parent_id,market,side,kind,status,lots,units_per_lot,multiplier,asked_price,open_price,close_price,profit_usd,fee_usd,margin_usd,stop_loss,take_profit,placed_at,opened_at,ended_at,end_cause',
    )
    assert.equal(
      first,
      '12,7,EUR/USD,sell,market,closed,0.50,100000,100,1.08435,1.08435,1.08612,-88.500000,3.000000,542.175000,,,2026-11-14T08:00:00.000Z,2026-11-14T08:00:00.000Z,2026-11-14T23:30:00.000Z,stop_loss',
    )
    assert.equal(
      second,
      '11,,EUR/USD,buy,limit,cancelled,0.50,100000,100,1.08435,,,0.000000,3.000000,542.175000,1.07000,,2026-11-14T08:00:00.000Z,,2026-11-02T08:00:00.000Z,user',
    )
    assert.deepEqual(rest, [''])
  })

  test('names the file by its first and last day', () => {
    const noon = new Date(2026, 10, 15, 12).getTime()
    const own = { kind: 'own', from: '2026-11-01', to: '2026-11-10' } as const
    assert.equal(ordersFileName([closed], own, noon), 'openlot-orders-2026-11-01-2026-11-10.csv')
    assert.equal(ordersFileName([closed], { kind: 'week' }, noon), 'openlot-orders-2026-11-09-2026-11-15.csv')
    assert.match(
      ordersFileName([closed, cancelled], { kind: 'all' }, noon),
      /^openlot-orders-2026-11-0[123]-2026-11-15\.csv$/,
    )
    assert.equal(ordersFileName([], { kind: 'all' }, noon), 'openlot-orders-2026-11-15-2026-11-15.csv')
  })
})
