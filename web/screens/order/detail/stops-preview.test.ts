import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { oneToOne } from '#core/money/amounts.ts'
import { someOrder } from '#test/wire/order-fixtures.ts'
import { previewStops, type StopDrafts, stopDraftsOf } from '#web/screens/order/detail/stops-preview.ts'

const now = { closingPrice: '1.08612', rate: oneToOne, balance: '100000.000000' }
const off = { isOn: false, by: 'price', text: '' } as const
const at = (text: string) => ({ isOn: true, by: 'price', text }) as const
const as = stopDraftsOf(someOrder)
const see = (drafts: Partial<StopDrafts>, order = someOrder, around = now) =>
  previewStops(order, { ...as, ...drafts }, around)

describe('the stops of an order', () => {
  test('as they are need no saving', () => {
    const shown = see({})
    assert.deepEqual(shown.changes, { stop_loss: 'kept', take_profit: 'kept' })
    assert.equal(shown.input, undefined)
    assert.deepEqual(see({ stop_loss: at('1.082670') }).input, undefined)
  })

  test('are both sent with every change, the one that is kept as it was', () => {
    const shown = see({ take_profit: at('1.09') })
    assert.deepEqual(shown.changes, { stop_loss: 'kept', take_profit: 'set' })
    assert.equal(shown.setsNew, true)
    assert.deepEqual(shown.input, { id: 12, stop_loss_price: '1.08267', target_profit_price: '1.09000' })
    // (1.09000 − 1.08435) × 0.50 × 100,000.
    assert.equal(shown.views.take_profit?.money, '282.500000')
  })

  test('that nobody touched are as they are by now, not as they were when the other was typed', () => {
    const touched = { take_profit: at('1.09') }
    const movedElsewhere = { ...someOrder, stopLoss: '1.08300' }
    const { input } = previewStops(movedElsewhere, stopDraftsOf(movedElsewhere, touched), now)
    assert.deepEqual(input, { id: 12, stop_loss_price: '1.08300', target_profit_price: '1.09000' })
  })

  test('are removed by nothing in their place', () => {
    const shown = see({ stop_loss: off })
    assert.deepEqual([shown.changes.stop_loss, shown.setsNew], ['removed', false])
    assert.deepEqual(shown.input, { id: 12, stop_loss_price: '', target_profit_price: '' })
  })

  test('on the wrong side of the closing price are not sent, and the nearest is offered', () => {
    const { views, hasFault, input } = see({ stop_loss: at('1.08612') })
    assert.deepEqual([views.stop_loss?.fault, views.stop_loss?.nearest], ['wrong_side', '1.08611'])
    assert.deepEqual([hasFault, input], [true, undefined])
  })

  test('that are kept are not judged, even where the price has passed them', () => {
    const passed = { ...now, closingPrice: '1.08000' }
    const { views, hasFault, input } = see({ take_profit: at('1.09') }, someOrder, passed)
    assert.deepEqual([views.stop_loss?.fault, hasFault], [undefined, false])
    assert.deepEqual(input, { id: 12, stop_loss_price: '1.08267', target_profit_price: '1.09000' })
  })

  test('of a pending order are judged on its target', () => {
    const pending = { ...someOrder, status: 'pending', openPrice: '1.07000', stopLoss: null } as const
    assert.equal(see({ stop_loss: at('1.07500') }, pending).views.stop_loss?.fault, 'wrong_side')
    assert.equal(see({ stop_loss: at('1.06500') }, pending).input?.stop_loss_price, '1.06500')
  })

  test('by money are sent as the price that comes to it', () => {
    const { input } = see({ stop_loss: { isOn: true, by: 'money', text: '84' } })
    // 84 ÷ (0.50 × 100,000) = 0.00168 below 1.08435, which is what it is already.
    assert.equal(input, undefined)
    const wider = see({ stop_loss: { isOn: true, by: 'money', text: '100' } })
    assert.equal(wider.input?.stop_loss_price, '1.08235')
  })

  test('by money are never sent while nobody knows the rate: nothing in their place would remove them', () => {
    const byMoney = { isOn: true, by: 'money', text: '100' } as const
    const blind = previewStops(someOrder, { ...as, stop_loss: byMoney }, { ...now, rate: undefined })
    assert.equal(blind.input, undefined)
  })
})
