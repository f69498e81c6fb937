import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DecimalProblem, formatDecimal, formatRounded, parseDecimal } from '#core/money/decimal.ts'
import { fc } from '#test/fast-check.ts'

const decimalsRange = fc.integer({ min: 0, max: 15 })

describe('parseDecimal', () => {
  const taken: readonly (readonly [string, number, number])[] = [
    ['0', 6, 0],
    ['-0', 6, 0],
    ['1', 6, 1_000_000],
    ['12.5', 6, 12_500_000],
    ['-12.5', 6, -12_500_000],
    ['0.000001', 6, 1],
    ['1.08427', 5, 108_427],
    ['1.0842700', 5, 108_427],
    ['007', 0, 7],
    ['0.50', 2, 50],
    ['9007199254740991', 0, Number.MAX_SAFE_INTEGER],
    ['-9007199254.740991', 6, Number.MIN_SAFE_INTEGER],
  ]
  for (const [text, decimals, amount] of taken) {
    test(`"${text}" at ${decimals} decimals is ${amount}`, () => {
      assert.deepEqual(parseDecimal(text, decimals), { ok: true, amount })
    })
  }

  const refused: readonly (readonly [string, number, DecimalProblem])[] = [
    ['', 2, 'malformed'],
    [' 1', 2, 'malformed'],
    ['1,5', 2, 'malformed'],
    ['1e3', 2, 'malformed'],
    ['+1', 2, 'malformed'],
    ['.5', 2, 'malformed'],
    ['5.', 2, 'malformed'],
    ['0x10', 2, 'malformed'],
    ['--1', 2, 'malformed'],
    ['١٢', 2, 'malformed'],
    ['NaN', 2, 'malformed'],
    ['Infinity', 2, 'malformed'],
    ['1\n', 2, 'malformed'],
    ['1'.repeat(65), 2, 'malformed'],
    ['1.005', 2, 'too_precise'],
    ['0.0000001', 6, 'too_precise'],
    ['9007199254740992', 0, 'out_of_range'],
    ['90071992547409.92', 2, 'out_of_range'],
    ['99999999999999999999', 6, 'out_of_range'],
  ]
  for (const [text, decimals, problem] of refused) {
    test(`${JSON.stringify(text.slice(0, 24))} at ${decimals} decimals is ${problem}`, () => {
      assert.deepEqual(parseDecimal(text, decimals), { ok: false, problem })
    })
  }

  test('any text parses to the same value as BigInt, or is refused', () => {
    const digits = fc.stringMatching(/^-?\d{1,12}(\.\d{1,10})?$/)
    fc.assert(
      fc.property(digits, decimalsRange, (text, decimals) => {
        const parsed = parseDecimal(text, decimals)
        if (!parsed.ok) return
        const [whole = '', fraction = ''] = text.replace('-', '').split('.')
        const scale = Math.max(decimals, fraction.length)
        const exact = BigInt(`${whole}${fraction.padEnd(scale, '0')}`)
        assert.equal(BigInt(Math.abs(parsed.amount)) * 10n ** BigInt(scale - decimals), exact)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('formatDecimal', () => {
  const table: readonly (readonly [number, number, string])[] = [
    [0, 6, '0.000000'],
    [1, 6, '0.000001'],
    [-1, 6, '-0.000001'],
    [12_500_000, 6, '12.500000'],
    [108_427, 5, '1.08427'],
    [42, 0, '42'],
    [Number.MIN_SAFE_INTEGER, 15, '-9.007199254740991'],
  ]
  for (const [units, decimals, text] of table) {
    test(`${units} at ${decimals} decimals is ${text}`, () =>
      assert.equal(formatDecimal(units, decimals), text))
  }

  test('parses back to the same amount at any precision', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), decimalsRange, (units, decimals) => {
        const amount = units + 0
        assert.deepEqual(parseDecimal(formatDecimal(units, decimals), decimals), { ok: true, amount })
      }),
      { numRuns: 2000 },
    )
  })

  test('throws on an unsafe amount or an invalid precision', () => {
    assert.throws(() => formatDecimal(2 ** 53, 2), RangeError)
    assert.throws(() => formatDecimal(0.5, 2), RangeError)
    assert.throws(() => formatDecimal(1, -1), RangeError)
    assert.throws(() => formatDecimal(1, 16), RangeError)
    assert.throws(() => parseDecimal('1', 1.5), RangeError)
  })
})

describe('formatRounded', () => {
  const table: readonly (readonly [number, number, number, string])[] = [
    [1_005_000, 6, 2, '1.00'],
    [1_015_000, 6, 2, '1.02'],
    [1_005_001, 6, 2, '1.01'],
    [-1_000, 6, 2, '0.00'],
    [-15_000, 6, 2, '-0.02'],
    [999_999_999, 6, 2, '1000.00'],
    [12_345_678, 6, 6, '12.345678'],
    [5, 0, 2, '5.00'],
    [55, 1, 3, '5.500'],
  ]
  for (const [units, decimals, shown, text] of table) {
    test(`${units} at ${decimals} decimals rounded to ${shown} is ${text}`, () => {
      assert.equal(formatRounded(units, decimals, shown), text)
    })
  }
})
