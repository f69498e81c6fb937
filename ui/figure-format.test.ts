import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FigureFormat, figureParts, figureText, signOf } from '#ui/figure-format.ts'

describe('figureText', () => {
  const rows: [string | number | null, FigureFormat, string][] = [
    ['100214.63', {}, '100\u202f214.63'],
    ['12480.550000', {}, '12\u202f480.550000'],
    ['999', {}, '999'],
    ['1000', {}, '1\u202f000'],
    ['1234567890', {}, '1\u202f234\u202f567\u202f890'],
    ['-9.204151', {}, '\u22129.204151'],
    ['214.63', { plus: true }, '+214.63'],
    ['0.00', { plus: true }, '0.00'],
    ['-0.00', {}, '0.00'],
    ['-0.004', { decimals: 2 }, '0.00'],
    ['1.08427', { decimals: 5 }, '1.08427'],
    ['1.5', { decimals: 2 }, '1.50'],
    ['1.005', { decimals: 2 }, '1.00'],
    ['1.015', { decimals: 2 }, '1.02'],
    ['1.0050001', { decimals: 2 }, '1.01'],
    ['9.999', { decimals: 2 }, '10.00'],
    ['-1.015', { decimals: 2 }, '\u22121.02'],
    ['2.5', { decimals: 0 }, '2'],
    ['3.5', { decimals: 0 }, '4'],
    [
      '123456789012345678901.5',
      { decimals: 1 },
      '123\u202f456\u202f789\u202f012\u202f345\u202f678\u202f901.5',
    ],
    [0.31, { decimals: 2 }, '0.31'],
    [1e-7, {}, '0.0000001'],
    [1.5e-7, { decimals: 8 }, '0.00000015'],
    [1e21, {}, '1\u202f000\u202f000\u202f000\u202f000\u202f000\u202f000\u202f000'],
    [1.25e22, { decimals: 1 }, '12\u202f500\u202f000\u202f000\u202f000\u202f000\u202f000\u202f000.0'],
    [48210, {}, '48\u202f210'],
    ['0007', {}, '7'],
    ['30018842', { grouped: false }, '30018842'],
    [null, {}, '\u2014'],
    ['', {}, '\u2014'],
    ['n/a', {}, '\u2014'],
    [Number.NaN, {}, '\u2014'],
    [Number.POSITIVE_INFINITY, {}, '\u2014'],
  ]
  for (const [value, format, expected] of rows) {
    test(`formats ${value} with ${JSON.stringify(format)} as ${expected}`, () =>
      assert.equal(figureText(value, format), expected))
  }

  test('splits a number into its parts, so that the last digit can be raised', () => {
    assert.deepEqual(figureParts('-2647.185'), { sign: '\u2212', whole: '2\u202f647', fraction: '185' })
  })

  test('returns the sign, none for zero', () => {
    assert.deepEqual([signOf('-0.1'), signOf('0.000'), signOf('3'), signOf(null)], [-1, 0, 1, 0])
  })
})
