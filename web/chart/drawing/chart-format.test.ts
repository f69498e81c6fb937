import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { candleLegend, formatAxisValue, formatCompact } from '#web/chart/drawing/chart-format.ts'

const words = { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'Vol' }
const colours = { dim: 'grey', rise: 'green', fall: 'red' }
const candle = { timestamp: 0, open: 1.1, high: 1.25, low: 1.05, close: 1.2, volume: 48_210 }

describe('the values under the crosshair', () => {
  test('are written with the decimals of the market, in their order', () => {
    const legend = candleLegend(candle, words, 5, colours)
    const texts = legend.map(({ title, value }) => [title, value].map((part) => Object(part).text))
    assert.deepEqual(texts, [
      ['O ', '1.10000'],
      ['H ', '1.25000'],
      ['L ', '1.05000'],
      ['C ', '1.20000'],
      ['Vol ', '48\u202f210'],
    ])
  })

  test('have the colour of the candle', () => {
    const colourOf = (close: number) => {
      const [first] = candleLegend({ ...candle, close }, words, 5, colours)
      return Object(first?.value).color
    }
    assert.deepEqual([1.2, 1.0, 1.1].map(colourOf), ['green', 'red', 'grey'])
  })
})

describe('the figures of an axis', () => {
  const cases: readonly (readonly [given: string | number, shown: string])[] = [
    ['91204.0', '91\u202f204.0'],
    ['-0.00012', '\u22120.00012'],
    ['0', '0'],
    [1500, '1\u202f500'],
    ['48.2K', '48.2K'],
  ]
  for (const [given, shown] of cases) {
    test(`${given} is ${shown}`, () => assert.equal(formatAxisValue(given), shown))
  }

  test('are short for volumes, with the digits of all figures', () => {
    assert.equal(formatCompact(48_210, 'en'), '48.2K')
    assert.equal(formatCompact('950', 'en'), '950')
    assert.match(formatCompact(48_210, 'ar'), /^48[.,]2/)
  })
})
