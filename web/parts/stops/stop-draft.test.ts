import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { highestPrice, lots, micros, oneToOne, price, rate } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'
import {
  enableStop,
  isSamePrice,
  moveToNearest,
  noStop,
  type StopBasis,
  type StopDraft,
  type StopKind,
  type StopUnit,
  stopDraftAt,
  stopView,
  switchStopUnit,
} from '#web/parts/stops/stop-draft.ts'

/** Half a lot of EUR/USD at 1.08427 / 1.08435: a price step is worth 0.50 USD. */
const buying: StopBasis = {
  side: 'buy',
  lots: lots(50),
  terms: { pricePrecision: 5, unitsPerLot: 100_000 },
  openPrice: price(108_435),
  reference: price(108_427),
  rate: oneToOne,
  balance: micros(10_000_000_000),
}
const selling: StopBasis = {
  ...buying,
  side: 'sell',
  openPrice: price(108_427),
  reference: price(108_435),
}

const set = (by: StopUnit, text: string): StopDraft => ({ isOn: true, by, text })
const faultOf = (kind: StopKind, draft: StopDraft, basis: StopBasis) => stopView(kind, draft, basis).fault

describe('the view of a stop', () => {
  test('is the same by price, by amount and by percent', () => {
    // 100 steps × 0.50 USD = 50 USD, which is 0.5 % of 10,000.
    const loss = { price: '1.08335', money: '-50.000000', percent: '-0.50' }
    const typed = { price: '1.08335', money: '50', percent: '0.5' }
    const expected = { ...loss, typed, fault: undefined, nearest: undefined }
    assert.deepEqual(stopView('stop_loss', set('price', '1.08335'), buying), expected)
    assert.deepEqual(stopView('stop_loss', set('money', '50'), buying), expected)
    assert.deepEqual(stopView('stop_loss', set('percent', '0.5'), buying), expected)
  })

  test('of a sell take profit is a gain below the price', () => {
    const { price, money, percent, fault } = stopView('take_profit', set('money', '25.50'), selling)
    assert.deepEqual([price, money, percent, fault], ['1.08376', '25.500000', '0.26', undefined])
  })

  test('rounds a loss down and a gain up to a price step', () => {
    assert.equal(stopView('stop_loss', set('money', '50.49'), buying).money, '-50.000000')
    assert.equal(stopView('take_profit', set('money', '50.01'), buying).money, '50.500000')
  })

  test('of a stop loss in profit has a negative typed amount', () => {
    const ahead = { ...buying, reference: price(109_000) }
    const view = stopView('stop_loss', set('price', '1.08535'), ahead)
    assert.deepEqual([view.money, view.typed.money, view.fault], ['50.000000', '-50', undefined])
    assert.equal(stopView('stop_loss', set('money', '-50'), ahead).price, '1.08535')
  })

  test('has no value without a rate, and no percentage without a balance', () => {
    const { price, money, percent } = stopView('stop_loss', set('price', '1.08'), {
      ...buying,
      rate: undefined,
    })
    assert.deepEqual([price, money, percent], ['1.08000', null, null])
    const poor = stopView('stop_loss', set('price', '1.08'), { ...buying, balance: undefined })
    assert.deepEqual([poor.money, poor.percent], ['-217.500000', null])
    for (const [by, basis] of [
      ['money', { ...buying, rate: undefined }],
      ['percent', { ...buying, balance: undefined }],
      ['percent', { ...buying, balance: micros(0) }],
    ] as const) {
      const unknown = stopView('stop_loss', set(by, '1'), basis)
      assert.deepEqual([unknown.price, unknown.fault], [null, undefined])
    }
  })
})

describe('an invalid stop', () => {
  const faults: readonly (readonly [StopKind, StopUnit, string, string])[] = [
    ['stop_loss', 'price', '', 'invalid_price'],
    ['stop_loss', 'price', '0', 'invalid_price'],
    ['stop_loss', 'price', '1.083355', 'invalid_price'],
    ['take_profit', 'price', '9'.repeat(20), 'invalid_price'],
    ['stop_loss', 'money', '', 'invalid_amount'],
    ['stop_loss', 'money', '12.1234567', 'invalid_amount'],
    ['stop_loss', 'percent', '1.2.3', 'invalid_amount'],
    // 50,000 units × 1.08435 = 54,217.50 USD is lost only at a price of zero, which is not valid.
    ['stop_loss', 'money', '54217.50', 'invalid_amount'],
    ['take_profit', 'money', '99999999999999', 'invalid_amount'],
    ['take_profit', 'percent', '9000000000', 'invalid_amount'],
    ['stop_loss', 'price', '1.08427', 'wrong_side'],
    ['stop_loss', 'price', '1.09', 'wrong_side'],
    ['take_profit', 'price', '1.08427', 'wrong_side'],
    ['take_profit', 'price', '1.08', 'wrong_side'],
  ]
  for (const [kind, by, text, fault] of faults)
    test(`${kind} by ${by} "${text}" has the fault ${fault}`, () =>
      assert.equal(faultOf(kind, set(by, text), buying), fault))

  test('on the wrong side is fixed by moving to the nearest allowed price', () => {
    for (const [kind, basis, nearest] of [
      ['stop_loss', buying, '1.08426'],
      ['take_profit', buying, '1.08428'],
      ['stop_loss', selling, '1.08436'],
      ['take_profit', selling, '1.08434'],
    ] as const) {
      const ticked = enableStop(basis === buying ? '1.08427' : '1.08435')
      const view = stopView(kind, ticked, basis)
      assert.deepEqual([view.fault, view.nearest], ['wrong_side', nearest])
      assert.equal(faultOf(kind, moveToNearest(ticked, view.nearest ?? ''), basis), undefined)
    }
  })

  test('has no nearest price if that would be zero', () => {
    const lowest = { ...buying, openPrice: price(2), reference: price(1) }
    const { fault, nearest } = stopView('stop_loss', set('price', '0.00001'), lowest)
    assert.deepEqual([fault, nearest], ['wrong_side', undefined])
  })
})

describe('switching the unit', () => {
  test('keeps the stop and uses few digits', () => {
    // 0.01 lots of USD/JPY at 150.000 are 1,000 units: a step of 0.001 is worth one yen, 0.006666667 USD.
    const yen: StopBasis = {
      ...buying,
      lots: lots(1),
      terms: { pricePrecision: 3, unitsPerLot: 100_000 },
      openPrice: price(150_000),
      reference: price(149_990),
      rate: rate(6_666_667),
      balance: micros(100_000_000_000),
    }
    const view = stopView('stop_loss', set('price', '149.500'), yen)
    assert.deepEqual(view.typed, { price: '149.500', money: '3.334', percent: '0.003334' })
    assert.deepEqual(switchStopUnit(set('price', '149.500'), 'money', view), set('money', '3.334'))
    assert.equal(stopView('stop_loss', set('money', '3.334'), yen).price, '149.500')
  })

  const basis = fc.record({
    side: fc.constantFrom('buy', 'sell'),
    lots: fc.integer({ min: 1, max: 10_000 }).map(lots),
    terms: fc.record({
      pricePrecision: fc.integer({ min: 0, max: 3 }),
      unitsPerLot: fc.constantFrom(100, 5_000, 100_000),
    }),
    openPrice: fc.integer({ min: 1, max: 10_000_000 }).map(price),
    reference: fc.integer({ min: 1, max: 10_000_000 }).map(price),
    rate: fc.integer({ min: 1_000_000, max: 2_000_000_000 }).map(rate),
    balance: fc.integer({ min: 1, max: 100_000_000_000 }).map(micros),
  }) satisfies fc.Arbitrary<StopBasis>
  const kinds = fc.constantFrom<StopKind>('stop_loss', 'take_profit')
  const steps = fc.integer({ min: 1, max: 10_000_000 }).map(price)

  test('to money keeps the exact value', () => {
    fc.assert(
      fc.property(kinds, basis, steps, (kind, on, at) => {
        const text = String(at).padStart(on.terms.pricePrecision + 1, '0')
        const whole = text.slice(0, text.length - on.terms.pricePrecision)
        const typed = set('price', `${whole}.${text.slice(whole.length)}0`)
        const view = stopView(kind, typed, on)
        const again = stopView(kind, switchStopUnit(typed, 'money', view), on)
        assert.equal(again.money, view.money)
      }),
    )
  })

  test('to another unit and back gives the same price', () => {
    fc.assert(
      fc.property(kinds, steps, fc.integer({ min: 1, max: 10_000 }).map(lots), (kind, at, size) => {
        const on = { ...buying, lots: size }
        const first = set('price', `${Math.floor(at / 100_000)}.${String(at % 100_000).padStart(5, '0')}`)
        for (const by of ['money', 'percent'] as const) {
          const other = switchStopUnit(first, by, stopView(kind, first, on))
          const back = switchStopUnit(other, 'price', stopView(kind, other, on))
          assert.deepEqual(back, first)
        }
      }),
    )
  })

  test('of a stop without a view leaves the text empty', () => {
    assert.deepEqual(switchStopUnit(set('price', 'x'), 'money', undefined), set('money', ''))
  })
})

test('stopDraftAt switches a stop on at its price, and off without one', () => {
  assert.deepEqual(stopDraftAt('1.08335'), set('price', '1.08335'))
  assert.equal(stopDraftAt(null), noStop)
})

describe('isSamePrice', () => {
  const table = [
    ['1.5', '1.50000', true],
    ['1.5', '1.50001', false],
    ['x', '1.5', false],
    [null, '1.5', false],
    ['1.5', null, false],
    [null, null, true],
  ] as const
  for (const [one, other, isSame] of table)
    test(`${one} and ${other} are ${isSame ? 'the same' : 'different'}`, () => {
      assert.equal(isSamePrice(one, other, 5), isSame)
    })
})

test('never throws, and has a price unless it is invalid, for arbitrary text', () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
  )
  const edges = [buying, selling, { ...buying, openPrice: highestPrice, reference: highestPrice }]
  fc.assert(
    fc.property(
      fc.constantFrom<StopKind>('stop_loss', 'take_profit'),
      fc.constantFrom<StopUnit>('price', 'money', 'percent'),
      texts,
      fc.constantFrom(...edges),
      (kind, by, text, on) => {
        const { price, fault } = stopView(kind, set(by, text), on)
        assert.ok((price === null) === (fault === 'invalid_price' || fault === 'invalid_amount'))
      },
    ),
  )
})
