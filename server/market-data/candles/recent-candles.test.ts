import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergeCandles, startCandle } from '#core/candle/candle.ts'
import { price } from '#core/money/amounts.ts'
import { createRecentMinutes, sampleCloses } from '#server/market-data/candles/recent-candles.ts'
import { fc } from '#test/fast-check.ts'

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
      const closes = sampleCloses(minutes(given), -1)
      assert.equal(closes.length, points)
      assert.equal(closes.at(-1) ?? 0, newest)
      assert.equal(new Set(closes).size, points)
    })
  }

  test('ignores the minutes up to the given time', () => {
    assert.deepEqual(sampleCloses(minutes(10), 6 * 60_000), [8, 9, 10])
    assert.deepEqual(sampleCloses(minutes(10), 9 * 60_000), [])
  })
})

describe('the candle of the previous 24 hours', () => {
  test('equals the merged minutes of the day before the one in progress', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(steps, (quotes) => {
        const recent = createRecentMinutes()
        let minute = 0
        for (const [pause, bid] of quotes) {
          minute += pause
          recent.addQuote(minute * 60_000, price(bid))
          const all = recent.all().slice(0, -1)
          const within = all.filter(({ startMs }) => startMs >= (minute - 24 * 60 + 1) * 60_000)
          const [first, ...others] = within
          assert.deepEqual(recent.previous24h(), first && others.reduce(mergeCandles, first))
        }
      }),
    )
  })
})
