import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChartTheme, chartStyles } from '#web/chart/drawing/chart-theme.ts'

const look: ChartTheme = {
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

test('what rises and what falls has the colours of the user, in every part of the chart', () => {
  for (const [rise, fall] of [
    ['#00ff00', '#ff0000'],
    ['#ff0000', '#00ff00'],
  ] as const) {
    const { candle, indicator } = chartStyles({ ...look, rise, fall })
    const { upColor, downColor, upWickColor, downWickColor, upBorderColor, downBorderColor } =
      candle?.bar ?? {}
    assert.deepEqual([upColor, upWickColor, upBorderColor], [rise, rise, rise])
    assert.deepEqual([downColor, downWickColor, downBorderColor], [fall, fall, fall])
    assert.match(indicator?.bars?.[0]?.upColor ?? '', new RegExp(`^${rise}[0-9a-f]{2}$`))
    assert.match(indicator?.bars?.[0]?.downColor ?? '', new RegExp(`^${fall}[0-9a-f]{2}$`))
  }
})

test('the line of the newest price is neither rise nor fall', () => {
  const last = chartStyles(look).candle?.priceMark?.last
  assert.deepEqual([last?.upColor, last?.downColor, last?.noChangeColor], Array(3).fill(look.text))
})

test('all letters are as large as the page wants them', () => {
  const sizes = JSON.stringify(chartStyles({ ...look, textPx: 22 })).matchAll(/"(?:size|textSize)":(\d+)/g)
  const letters = new Set([...sizes].map(([, size]) => Number(size)).filter((size) => size > 1))
  assert.deepEqual([...letters], [22])
})
