import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cleanDecimalInput, decimalOf, isAtBound, settleDecimal, stepDecimal } from '#ui/decimal-step.ts'

describe('stepping a decimal string', () => {
  const lots = { step: '0.01', min: '0.01', max: '50' }
  const rows: [string, 1 | -1, { step: string; min?: string; max?: string }, string][] = [
    ['0.50', 1, lots, '0.51'],
    ['0.50', -1, lots, '0.49'],
    ['0.1', 1, { step: '0.1' }, '0.2'],
    ['0.2', 1, { step: '0.1' }, '0.3'],
    ['0.01', -1, lots, '0.01'],
    ['50', 1, lots, '50.00'],
    ['49.995', 1, lots, '50.00'],
    ['0.507', 1, lots, '0.51'],
    ['0.507', -1, lots, '0.50'],
    ['1.08427', 1, { step: '0.00001' }, '1.08428'],
    ['154.999', 1, { step: '0.001' }, '155.000'],
    ['0', -1, { step: '5' }, '-5'],
    ['-7', -1, { step: '5' }, '-10'],
    ['-7', 1, { step: '5' }, '-5'],
    ['99999999999999999.99', 1, { step: '0.01' }, '100000000000000000.00'],
    ['9', 1, { step: '1', max: '9.5' }, '9.5'],
  ]
  for (const [text, direction, rules, expected] of rows) {
    test(`${text} ${direction === 1 ? 'up' : 'down'} by ${rules.step} is ${expected}`, () => {
      assert.equal(stepDecimal(text, direction, rules), expected)
    })
  }

  test('an empty field starts from the given start, else from the minimum, else from zero', () => {
    assert.equal(stepDecimal('', 1, { step: '0.00001', min: '0' }, '1.08427'), '1.08427')
    assert.equal(stepDecimal('', 1, lots), '0.01')
    assert.equal(stepDecimal('', -1, { step: '0.5' }), '0.0')
  })

  test('up and then down comes back to the same text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (units) => {
        const text = `${units / 1000n}.${String(units % 1000n).padStart(3, '0')}`
        const rules = { step: '0.001' }
        assert.equal(stepDecimal(stepDecimal(text, 1, rules), -1, rules), text)
      }),
    )
  })

  test('at a bound the step ends', () => {
    assert.equal(isAtBound('0.01', -1, { step: '0.01', min: '0.01' }), true)
    assert.equal(isAtBound('0.02', -1, { step: '0.01', min: '0.01' }), false)
    assert.equal(isAtBound('', 1, { step: '0.01', max: '1' }), false)
  })
})

describe('settling a field', () => {
  test('pads to the decimals of the step', () => assert.equal(settleDecimal('0.5', { step: '0.01' }), '0.50'))
  test('goes to the nearest step', () => assert.equal(settleDecimal('0.567', { step: '0.01' }), '0.57'))
  test('half a step goes up', () => assert.equal(settleDecimal('0.565', { step: '0.01' }), '0.57'))
  test('does not go below the minimum', () =>
    assert.equal(settleDecimal('0', { step: '0.01', min: '0.01' }), '0.01'))
  test('does not go above the maximum', () =>
    assert.equal(settleDecimal('51', { step: '1', max: '50' }), '50'))
  test('leaves an empty field empty', () => assert.equal(settleDecimal('', { step: '1', min: '1' }), ''))
})

describe('reading what was typed', () => {
  test('a comma is a dot', () => assert.equal(cleanDecimalInput('1,5', false), '1.5'))
  test('a second separator is dropped', () => assert.equal(cleanDecimalInput('1.2.3', false), '1.23'))
  test('letters and spaces are dropped', () => assert.equal(cleanDecimalInput('1 000 USD', false), '1000'))
  test('Arabic digits are digits', () => assert.equal(cleanDecimalInput('١٢٫٥', false), '12.5'))
  test('Hindi and Thai digits are digits', () => assert.equal(cleanDecimalInput('१२๓', false), '123'))
  test('a minus only where it is allowed', () => {
    assert.equal(cleanDecimalInput('-3', false), '3')
    assert.equal(cleanDecimalInput('−3', true), '-3')
  })
  test('an unfinished number stands for what is there', () => {
    assert.equal(decimalOf('1.'), '1')
    assert.equal(decimalOf('.5'), '0.5')
    assert.equal(decimalOf('-'), '')
    assert.equal(decimalOf('007'), '7')
  })
})
