import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { cleanDecimalInput, decimalOf, isAtBound, settleDecimal, stepDecimal } from '#ui/decimal-step.ts'

describe('stepDecimal', () => {
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

  test('starts an empty field from the given start, else from the minimum, else from zero', () => {
    assert.equal(stepDecimal('', 1, { step: '0.00001', min: '0' }, '1.08427'), '1.08427')
    assert.equal(stepDecimal('', 1, lots), '0.01')
    assert.equal(stepDecimal('', -1, { step: '0.5' }), '0.0')
  })

  test('returns to the same text after a step up and a step down', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (units) => {
        const text = `${units / 1000n}.${String(units % 1000n).padStart(3, '0')}`
        const rules = { step: '0.001' }
        assert.equal(stepDecimal(stepDecimal(text, 1, rules), -1, rules), text)
      }),
    )
  })

  test('stops at a bound', () => {
    assert.equal(isAtBound('0.01', -1, { step: '0.01', min: '0.01' }), true)
    assert.equal(isAtBound('0.02', -1, { step: '0.01', min: '0.01' }), false)
    assert.equal(isAtBound('', 1, { step: '0.01', max: '1' }), false)
  })
})

describe('settleDecimal', () => {
  test('pads to the decimals of the step', () => assert.equal(settleDecimal('0.5', { step: '0.01' }), '0.50'))
  test('rounds to the nearest step', () => assert.equal(settleDecimal('0.567', { step: '0.01' }), '0.57'))
  test('rounds half a step up', () => assert.equal(settleDecimal('0.565', { step: '0.01' }), '0.57'))
  test('raises a value below the minimum to the minimum', () =>
    assert.equal(settleDecimal('0', { step: '0.01', min: '0.01' }), '0.01'))
  test('lowers a value above the maximum to the maximum', () =>
    assert.equal(settleDecimal('51', { step: '1', max: '50' }), '50'))
  test('leaves an empty field empty', () => assert.equal(settleDecimal('', { step: '1', min: '1' }), ''))
})

describe('cleanDecimalInput', () => {
  test('reads a comma as a decimal point', () => assert.equal(cleanDecimalInput('1,5', false), '1.5'))
  test('drops a second separator', () => assert.equal(cleanDecimalInput('1.2.3', false), '1.23'))
  test('drops letters and spaces', () => assert.equal(cleanDecimalInput('1 000 USD', false), '1000'))
  test('converts Arabic digits', () => assert.equal(cleanDecimalInput('١٢٫٥', false), '12.5'))
  test('converts Hindi and Thai digits', () => assert.equal(cleanDecimalInput('१२๓', false), '123'))
  test('keeps a minus only where negative values are allowed', () => {
    assert.equal(cleanDecimalInput('-3', false), '3')
    assert.equal(cleanDecimalInput('−3', true), '-3')
  })
  test('completes an unfinished number', () => {
    assert.equal(decimalOf('1.'), '1')
    assert.equal(decimalOf('.5'), '0.5')
    assert.equal(decimalOf('-'), '')
    assert.equal(decimalOf('007'), '7')
  })
})
