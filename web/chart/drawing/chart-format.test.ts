import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { candleLegend, formatAxisValue, formatCompact } from '#web/chart/drawing/chart-format.ts'

const labels = { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'Vol' }
const colours = { dim: 'grey', rise: 'green', fall: 'red' }
const candle = { timestamp: 0, open: 1.1, high: 1.25, low: 1.05, close: 1.2, volume: 48_210 }

describe('candle legend', () => {
  test('shows the values with the precision of the market', () => {
    const legend = candleLegend(candle, labels, 5, colours)
    const texts = legend.map(({ title, value }) => [title, value].map((part) => Object(part).text))
    assert.deepEqual(texts, [
      ['O ', '1.10000'],
      ['H ', '1.25000'],
      ['L ', '1.05000'],
      ['C ', '1.20000'],
      ['Vol ', '48\u202f210'],
    ])
  })

  test('uses the colour of the candle', () => {
    const colourOf = (close: number) => {
      const [first] = candleLegend({ ...candle, close }, labels, 5, colours)
      return Object(first?.value).color
    }
    assert.deepEqual([1.2, 1.0, 1.1].map(colourOf), ['green', 'red', 'grey'])
  })
})

describe('axis values', () => {
  const cases: readonly (readonly [given: string | number, shown: string])[] = [
    ['91204.0', '91\u202f204.0'],
    ['-0.00012', '\u22120.00012'],
    ['0', '0'],
    [1500, '1\u202f500'],
    ['48.2K', '48.2K'],
  ]
  for (const [given, shown] of cases) {
    test(`formats ${given} as ${shown}`, () => assert.equal(formatAxisValue(given), shown))
  }

  test('abbreviates volumes with Latin digits', () => {
    assert.equal(formatCompact(48_210, 'en'), '48.2K')
    assert.equal(formatCompact('950', 'en'), '950')
    assert.match(formatCompact(48_210, 'ar'), /^48[.,]2/)
  })
})
