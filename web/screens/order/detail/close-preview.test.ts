import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatLots, lots, oneToOne, rate } from '#core/money/amounts.ts'
import { someOrder } from '#test/wire/order-fixtures.ts'
import { isSameLots, offeredShares, previewClose } from '#web/screens/order/detail/close-preview.ts'

const now = { figures: { closingPrice: '1.08612', profit: '88.500000' }, rate: oneToOne }

describe('closing a part', () => {
  test('brings the profit of that part and frees its margin', () => {
    // (1.08612 − 1.08435) × 0.20 × 100,000 = 35.40; 542.175 − 542.175 × 0.30 ÷ 0.50 = 216.87.
    assert.deepEqual(previewClose(someOrder, '0.2', now), {
      fault: undefined,
      isAll: false,
      lots: '0.20',
      rest: '0.30',
      price: '1.08612',
      profit: '35.400000',
      freed: '216.870000',
      input: { id: 12, cont: '0.20' },
    })
  })

  test('of a sell loses where the price has risen, in the currency it is quoted in', () => {
    const sold = {
      ...someOrder,
      side: 'sell',
      market: { ...someOrder.market, precision: 3, quoteCurrency: 'JPY' },
      openPrice: '154.210',
    } as const
    // (154.210 − 154.281) × 0.10 × 100,000 = −710 JPY, at 0.006481629 each.
    const shown = previewClose(sold, '0.10', {
      figures: { closingPrice: '154.281', profit: '-23.009783' },
      rate: rate(6_481_629),
    })
    assert.equal(shown.profit, '-4.601957')
  })

  test('of all of it is what is pushed, and sends no lots', () => {
    const shown = previewClose(someOrder, '0.5', now)
    assert.deepEqual(
      [shown.isAll, shown.rest, shown.profit, shown.freed, shown.input],
      [true, '0.00', '88.500000', '542.175000', { id: 12 }],
    )
  })

  const faults: readonly (readonly [string, string])[] = [
    ['', 'required'],
    ['0', 'invalid_lots'],
    ['0.005', 'invalid_lots'],
    ['half', 'invalid_lots'],
    ['0.51', 'too_many'],
    ['99999999999999999999', 'too_many'],
    ['0.45', 'rest_too_small'],
  ]
  for (const [text, fault] of faults)
    test(`of ‘${text}’ lots cannot be sent: ${fault}`, () => {
      const shown = previewClose(someOrder, text, now)
      assert.deepEqual([shown.fault, shown.input, shown.profit], [fault, undefined, null])
    })

  test('whose money nobody can tell yet says so', () => {
    assert.equal(previewClose(someOrder, '0.20', { figures: undefined, rate: oneToOne }).profit, null)
    assert.equal(previewClose(someOrder, '0.20', { ...now, rate: undefined }).profit, null)
  })
})

describe('the parts that are offered', () => {
  test('are whole steps that can be closed', () => {
    assert.deepEqual(
      offeredShares({ ...someOrder, lots: '0.50' }).map(({ lots }) => lots),
      ['0.12', '0.25', '0.37', '0.50'],
    )
    // Less than the least lots would be left of anything but all.
    assert.deepEqual(
      offeredShares({ ...someOrder, lots: '0.10' }).map(({ lots }) => lots),
      ['0.10'],
    )
  })

  test('can all be closed, whatever the order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 100 }), (steps, step) => {
        const order = { ...someOrder, lots: formatLots(lots(steps * step)), lotStep: formatLots(lots(step)) }
        for (const { lots: part } of offeredShares(order))
          assert.equal(previewClose(order, part, now).fault, undefined)
      }),
    )
  })
})

test('the same number of lots may be written in several ways', () => {
  assert.equal(isSameLots('0.5', '0.50'), true)
  assert.equal(isSameLots('0.5', '0.51'), false)
  assert.equal(isSameLots('', ''), false)
})
