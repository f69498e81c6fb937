import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import {
  type AlertForm,
  alertSummary,
  chooseCondition,
  emptyAlertForm,
  typePrice,
} from '#web/parts/alerts/alert-form-state.ts'

const basis = { precision: 5, bid: price(108_427) }

describe('the condition of a new alert', () => {
  const table: readonly (readonly [string, string, AlertForm['condition']])[] = [
    ['above the bid -> above', '1.08428', 'above'],
    ['at the bid -> above', '1.08427', 'above'],
    ['below the bid -> below', '1.08426', 'below'],
    ['not a price -> as before', '1.084271', 'above'],
  ]
  for (const [name, text, condition] of table)
    test(name, () => assert.equal(typePrice(emptyAlertForm, text, basis).condition, condition))

  test('follows each typed price until the user chooses it', () => {
    const low = typePrice(emptyAlertForm, '1.08', basis)
    assert.equal(typePrice(low, '1.09', basis).condition, 'above')
    const chosen = chooseCondition(low, 'below')
    assert.equal(typePrice(chosen, '1.09', basis).condition, 'below')
  })
  test('stays without a quote', () => {
    assert.equal(typePrice(emptyAlertForm, '1.08', { ...basis, bid: undefined }).condition, 'above')
  })
})

describe('the summary of an alert', () => {
  const summaryOf = (form: Partial<AlertForm>, changed = {}) =>
    alertSummary({ ...emptyAlertForm, ...form }, { ...basis, ...changed })

  const inputs: readonly (readonly [string, Partial<AlertForm>, unknown])[] = [
    [
      'a price with few decimals -> the exact price',
      { price: '1.09' },
      { condition: 'above', price: '1.09000', repeats: 0 },
    ],
    [
      'below, repeated',
      { condition: 'below', price: '1.08', repeats: true },
      { condition: 'below', price: '1.08000', repeats: 1 },
    ],
    [
      'a change',
      { condition: 'change', percent: '0.5' },
      { condition: 'change', percent: '0.50', repeats: 0 },
    ],
    [
      'the largest change',
      { condition: 'change', percent: '100' },
      { condition: 'change', percent: '100.00', repeats: 0 },
    ],
  ]
  for (const [name, form, input] of inputs)
    test(`${name}: is sent as it was meant`, () => {
      const { fault, ...summary } = summaryOf(form)
      assert.deepEqual([summary.input, fault], [input, undefined])
    })

  const faults: readonly (readonly [string, Partial<AlertForm>, string])[] = [
    ['no price', { price: '' }, 'price'],
    ['zero', { price: '0' }, 'price'],
    ['a price between two steps', { price: '1.084271' }, 'price'],
    ['no percentage', { condition: 'change', price: '1.09' }, 'percent'],
    ['no change', { condition: 'change', percent: '0' }, 'percent'],
    ['a thousandth of a percent', { condition: 'change', percent: '0.001' }, 'percent'],
    ['more than 100%', { condition: 'change', percent: '100.01' }, 'percent'],
  ]
  for (const [name, form, fault] of faults)
    test(`${name}: is at fault and not sent`, () => {
      const summary = summaryOf(form)
      assert.deepEqual([summary.fault, summary.input], [fault, undefined])
    })

  const reached: readonly (readonly [string, Partial<AlertForm>, boolean])[] = [
    ['above a price that the bid has', { price: '1.08427' }, true],
    ['above a price beyond the bid', { price: '1.08428' }, false],
    ['below a price that the bid has', { condition: 'below', price: '1.08427' }, true],
    ['below a price under the bid', { condition: 'below', price: '1.08426' }, false],
    ['a change', { condition: 'change', percent: '0.01' }, false],
  ]
  for (const [name, form, isReached] of reached)
    test(`${name}: ${isReached ? 'already reached' : 'not reached'}`, () =>
      assert.equal(summaryOf(form).isReached, isReached))

  test('nothing is reached without a quote', () => {
    assert.equal(summaryOf({ price: '1.08' }, { bid: undefined }).isReached, false)
  })
  test('a change names both prices from the bid, and only the upper one for everything', () => {
    const change = (percent: string) => summaryOf({ condition: 'change', percent }).change
    assert.deepEqual(change('1'), { down: '1.07342', up: '1.09512' })
    assert.deepEqual(change('100'), { down: undefined, up: '2.16854' })
    assert.equal(summaryOf({ condition: 'change', percent: '1' }, { bid: undefined }).change, undefined)
  })
})
