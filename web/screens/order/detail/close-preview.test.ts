import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatLots, lots, oneToOne, rate } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'
import { someOrder } from '#test/wire/order-fixtures.ts'
import { isSameLots, offeredShares, previewClose } from '#web/screens/order/detail/close-preview.ts'

const prices = { figures: { closingPrice: '1.08612', profit: '88.500000' }, rate: oneToOne }

describe('previewClose', () => {
  test('gives the profit and the released margin of a part', () => {
    // Profit: (1.08612 − 1.08435) × 0.20 × 100,000 = 35.40. Margin: 542.175 − 542.175 × 0.30 ÷ 0.50 = 216.87.
    assert.deepEqual(previewClose(someOrder, '0.2', prices), {
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

  test('gives a loss for a sell after a rise, converted from the quote currency', () => {
    const sell = {
      ...someOrder,
      side: 'sell',
      market: { ...someOrder.market, precision: 3, quoteCurrency: 'JPY' },
      openPrice: '154.210',
    } as const
    // (154.210 − 154.281) × 0.10 × 100,000 = −710 JPY; −710 × 0.006481629 = −4.601957 USD.
    const preview = previewClose(sell, '0.10', {
      figures: { closingPrice: '154.281', profit: '-23.009783' },
      rate: rate(6_481_629),
    })
    assert.equal(preview.profit, '-4.601957')
  })

  test('of the whole order uses the pushed profit and sends no lots', () => {
    const preview = previewClose(someOrder, '0.5', prices)
    assert.deepEqual(
      [preview.isAll, preview.rest, preview.profit, preview.freed, preview.input],
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
    test(`refuses "${text}" lots: ${fault}`, () => {
      const preview = previewClose(someOrder, text, prices)
      assert.deepEqual([preview.fault, preview.input, preview.profit], [fault, undefined, null])
    })

  test('has no profit without a price or a rate', () => {
    assert.equal(previewClose(someOrder, '0.20', { figures: undefined, rate: oneToOne }).profit, null)
    assert.equal(previewClose(someOrder, '0.20', { ...prices, rate: undefined }).profit, null)
  })
})

describe('offeredShares', () => {
  test('offers whole steps that can be closed', () => {
    assert.deepEqual(
      offeredShares({ ...someOrder, lots: '0.50' }).map(({ lots }) => lots),
      ['0.12', '0.25', '0.37', '0.50'],
    )
    // Any share below 100 % would leave less than the minimum lots.
    assert.deepEqual(
      offeredShares({ ...someOrder, lots: '0.10' }).map(({ lots }) => lots),
      ['0.10'],
    )
  })

  test('offers only shares that previewClose accepts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 100 }), (steps, step) => {
        const order = { ...someOrder, lots: formatLots(lots(steps * step)), lotStep: formatLots(lots(step)) }
        for (const { lots: part } of offeredShares(order))
          assert.equal(previewClose(order, part, prices).fault, undefined)
      }),
    )
  })
})

test('isSameLots compares amounts, not texts', () => {
  assert.equal(isSameLots('0.5', '0.50'), true)
  assert.equal(isSameLots('0.5', '0.51'), false)
  assert.equal(isSameLots('', ''), false)
})
