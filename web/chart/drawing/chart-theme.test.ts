import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChartTheme, chartStyles } from '#web/chart/drawing/chart-theme.ts'

const theme: ChartTheme = {
  ground: '#000000',
  line: '#111111',
  edge: '#222222',
  text: '#ffffff',
  dim: '#999999',
  accent: '#0000ff',
  warn: '#ffff00',
  rise: '#00ff00',
  fall: '#ff0000',
  family: 'sans-serif',
  textPx: 11,
}

test('uses the rise and fall colours in every part of the chart', () => {
  for (const [rise, fall] of [
    ['#00ff00', '#ff0000'],
    ['#ff0000', '#00ff00'],
  ] as const) {
    const { candle, indicator } = chartStyles({ ...theme, rise, fall })
    const { upColor, downColor, upWickColor, downWickColor, upBorderColor, downBorderColor } =
      candle?.bar ?? {}
    assert.deepEqual([upColor, upWickColor, upBorderColor], [rise, rise, rise])
    assert.deepEqual([downColor, downWickColor, downBorderColor], [fall, fall, fall])
    assert.match(indicator?.bars?.[0]?.upColor ?? '', new RegExp(`^${rise}[0-9a-f]{2}$`))
    assert.match(indicator?.bars?.[0]?.downColor ?? '', new RegExp(`^${fall}[0-9a-f]{2}$`))
  }
})

test('draws the line of the newest price in the text colour', () => {
  const last = chartStyles(theme).candle?.priceMark?.last
  assert.deepEqual([last?.upColor, last?.downColor, last?.noChangeColor], Array(3).fill(theme.text))
})

test('uses the font size of the theme everywhere', () => {
  const sizes = JSON.stringify(chartStyles({ ...theme, textPx: 22 })).matchAll(/"(?:size|textSize)":(\d+)/g)
  const fontSizes = new Set([...sizes].map(([, size]) => Number(size)).filter((size) => size > 1))
  assert.deepEqual([...fontSizes], [22])
})
