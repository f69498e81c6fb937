import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { oneToOne } from '#core/money/amounts.ts'
import { someOrder } from '#test/wire/order-fixtures.ts'
import { previewStops, type StopDrafts, stopDraftsOf } from '#web/screens/order/detail/stops-preview.ts'

const now = { closingPrice: '1.08612', rate: oneToOne, balance: '100000.000000' }
const off = { isOn: false, by: 'price', text: '' } as const
const at = (text: string) => ({ isOn: true, by: 'price', text }) as const
const unchanged = stopDraftsOf(someOrder)
const preview = (drafts: Partial<StopDrafts>, order = someOrder, given = now) =>
  previewStops(order, { ...unchanged, ...drafts }, given)

describe('the stops of an order', () => {
  test('are not sent if unchanged', () => {
    const result = preview({})
    assert.deepEqual(result.changes, { stop_loss: 'kept', take_profit: 'kept' })
    assert.equal(result.input, undefined)
    assert.deepEqual(preview({ stop_loss: at('1.082670') }).input, undefined)
  })

  test('are both sent with every change, the unchanged one as it is', () => {
    const result = preview({ take_profit: at('1.09') })
    assert.deepEqual(result.changes, { stop_loss: 'kept', take_profit: 'set' })
    assert.equal(result.setsNew, true)
    assert.deepEqual(result.input, { id: 12, stop_loss_price: '1.08267', target_profit_price: '1.09000' })
    // (1.09000 − 1.08435) × 0.50 × 100,000 = 282.50.
    assert.equal(result.views.take_profit?.money, '282.500000')
  })

  test('follow the order if untouched, even after a change made elsewhere', () => {
    const edits = { take_profit: at('1.09') }
    const movedElsewhere = { ...someOrder, stopLoss: '1.08300' }
    const { input } = previewStops(movedElsewhere, stopDraftsOf(movedElsewhere, edits), now)
    assert.deepEqual(input, { id: 12, stop_loss_price: '1.08300', target_profit_price: '1.09000' })
  })

  test('are removed by sending an empty text', () => {
    const result = preview({ stop_loss: off })
    assert.deepEqual([result.changes.stop_loss, result.setsNew], ['removed', false])
    assert.deepEqual(result.input, { id: 12, stop_loss_price: '', target_profit_price: '' })
  })

  test('on the wrong side of the closing price are refused, with the nearest allowed price', () => {
    const { views, hasFault, input } = preview({ stop_loss: at('1.08612') })
    assert.deepEqual([views.stop_loss?.fault, views.stop_loss?.nearest], ['wrong_side', '1.08611'])
    assert.deepEqual([hasFault, input], [true, undefined])
  })

  test('are not checked if kept, even if the price has passed them', () => {
    const passed = { ...now, closingPrice: '1.08000' }
    const { views, hasFault, input } = preview({ take_profit: at('1.09') }, someOrder, passed)
    assert.deepEqual([views.stop_loss?.fault, hasFault], [undefined, false])
    assert.deepEqual(input, { id: 12, stop_loss_price: '1.08267', target_profit_price: '1.09000' })
  })

  test('of a pending order are checked against its target', () => {
    const pending = { ...someOrder, status: 'pending', openPrice: '1.07000', stopLoss: null } as const
    assert.equal(preview({ stop_loss: at('1.07500') }, pending).views.stop_loss?.fault, 'wrong_side')
    assert.equal(preview({ stop_loss: at('1.06500') }, pending).input?.stop_loss_price, '1.06500')
  })

  test('by money are sent as a price', () => {
    const { input } = preview({ stop_loss: { isOn: true, by: 'money', text: '84' } })
    // 84 ÷ (0.50 × 100,000) = 0.00168, and 1.08435 − 0.00168 = 1.08267, which is the current stop.
    assert.equal(input, undefined)
    const wider = preview({ stop_loss: { isOn: true, by: 'money', text: '100' } })
    assert.equal(wider.input?.stop_loss_price, '1.08235')
  })

  test('by money are not sent without a rate, because an empty text would remove them', () => {
    const byMoney = { isOn: true, by: 'money', text: '100' } as const
    const blind = previewStops(someOrder, { ...unchanged, stop_loss: byMoney }, { ...now, rate: undefined })
    assert.equal(blind.input, undefined)
  })
})
