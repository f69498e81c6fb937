import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startCandle } from '#core/candle/candle.ts'
import { price } from '#core/money/amounts.ts'
import { sampleCloses } from '#server/market-data/candles/recent-candles.ts'

const minutes = (count: number) =>
  Array.from({ length: count }, (_, at) => startCandle(at * 60_000, price(at + 1)))

describe('sampleCloses', () => {
  const table: readonly (readonly [number, number, number])[] = [
    [0, 0, 0],
    [1, 1, 1],
    [48, 48, 48],
    [49, 48, 49],
    [390, 48, 390],
    [1440, 48, 1440],
  ]
  for (const [given, points, newest] of table) {
    test(`returns ${points} closes of ${given} minutes, including the newest`, () => {
      const closes = sampleCloses(minutes(given))
      assert.equal(closes.length, points)
      assert.equal(closes.at(-1) ?? 0, newest)
      assert.equal(new Set(closes).size, points)
    })
  }
})
