import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { oneToOne, price } from '#core/money/amounts.ts'
import { chartOrder } from '#test/wire/chart-order.ts'
import {
  addAppliedMove,
  draggedStop,
  notYetListed,
  withAppliedMoves,
  withMove,
} from '#web/screens/trade/chart/dragged-stop.ts'

const now = { quote: { bid: price(108_427), ask: price(108_435) }, rate: oneToOne, balance: '10000.000000' }
const move = (kind: 'stop_loss' | 'take_profit', steps: number) => ({ orderId: 7, kind, price: price(steps) })

describe('a dragged stop', () => {
  test('has old and new price, distance, money and percent', () => {
    const order = chartOrder({ stopLoss: '1.08300', takeProfit: '1.08900' })
    const moved = draggedStop(order, move('stop_loss', 108_267), now)
    assert.deepEqual([moved.from, moved.to], ['1.08300', '1.08267'])
    // 16.0 pips below the bid and 16.8 pips below the open price. A loss of 50,000 × 0.00168 = 84 dollars, which is
    // 0.84 % of the balance of 10,000.
    assert.deepEqual([moved.distance, moved.isInPips], ['16.0', true])
    assert.deepEqual([moved.view.money, moved.view.percent], ['-84.000000', '-0.84'])
    assert.equal(moved.view.fault, undefined)
  })

  test('sends the other stop unchanged', () => {
    const order = chartOrder({ stopLoss: '1.08300', takeProfit: '1.08900' })
    assert.deepEqual(draggedStop(order, move('take_profit', 108_855), now).input, {
      id: 7,
      stop_loss_price: '1.08300',
      target_profit_price: '1.08855',
    })
    assert.deepEqual(draggedStop(chartOrder(), move('stop_loss', 108_267), now).input, {
      id: 7,
      stop_loss_price: '1.08267',
      target_profit_price: '',
    })
  })

  test('on the wrong side of the closing price is a fault, with the nearest allowed price', () => {
    const buy = draggedStop(chartOrder(), move('stop_loss', 108_430), now).view
    assert.deepEqual([buy.fault, buy.nearest], ['wrong_side', '1.08426'])
    const sell = draggedStop(chartOrder({ side: 'sell' }), move('stop_loss', 108_430), now).view
    assert.deepEqual([sell.fault, sell.nearest], ['wrong_side', '1.08436'])
  })

  test('of a pending order is checked against its target', () => {
    const pending = chartOrder({ status: 'pending', openPrice: '1.08000' })
    const moved = draggedStop(pending, move('take_profit', 108_100), now)
    assert.deepEqual([moved.view.fault, moved.distance, moved.view.money], [undefined, '10.0', '50.000000'])
  })

  test('without a known rate has a price but no money', () => {
    const moved = draggedStop(chartOrder(), move('stop_loss', 108_267), { ...now, rate: undefined })
    assert.deepEqual([moved.view.money, moved.to], [null, '1.08267'])
  })

  test('in a market without pips has its distance as a price', () => {
    const gold = chartOrder({ market: { ...chartOrder().market, precision: 2 }, openPrice: '2647.18' })
    const quote = { bid: price(264_700), ask: price(264_718) }
    const moved = draggedStop(gold, move('stop_loss', 264_050), { ...now, quote })
    assert.deepEqual([moved.distance, moved.isInPips], ['6.50', false])
  })
})

test('withMove replaces one stop and keeps the other', () => {
  const { stopLoss, takeProfit } = withMove(chartOrder({ takeProfit: '1.09' }), move('stop_loss', 108_000))
  assert.deepEqual([stopLoss, takeProfit], ['1.08000', '1.09'])
})

describe('an applied move', () => {
  const at = (stopLoss: string) => chartOrder({ stopLoss, takeProfit: '1.08900' })

  test('stays until the list has it', () => {
    const set = addAppliedMove([], at('1.08300'), move('stop_loss', 108_267))
    assert.equal(notYetListed(set, [at('1.08300')]), set)
    assert.deepEqual(notYetListed(set, [at('1.08267')]), [])
  })

  test('is dropped when the list has a third price or no longer has the order', () => {
    const set = addAppliedMove([], at('1.08300'), move('stop_loss', 108_267))
    assert.deepEqual(notYetListed(set, [at('1.08111')]), [])
    assert.deepEqual(notYetListed(set, []), [])
  })

  test('made twice keeps the newer price, even if the list has only the first', () => {
    const once = addAppliedMove([], at('1.08300'), move('stop_loss', 108_267))
    const twice = addAppliedMove(once, at('1.08300'), move('stop_loss', 108_200))
    assert.equal(notYetListed(twice, [at('1.08267')]), twice)
    assert.equal(withAppliedMoves(at('1.08267'), twice).stopLoss, '1.08200')
  })

  test('is sent along when the other stop is dragged before the list is updated', () => {
    const set = addAppliedMove([], at('1.08300'), move('stop_loss', 108_267))
    const { input } = draggedStop(withAppliedMoves(at('1.08300'), set), move('take_profit', 108_855), now)
    assert.deepEqual(input, { id: 7, stop_loss_price: '1.08267', target_profit_price: '1.08855' })
  })
})
