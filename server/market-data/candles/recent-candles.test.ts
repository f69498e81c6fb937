import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Candle, mergeCandles, startCandle } from '#core/candle/candle.ts'
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

/** Merged minute by minute. */
function merged24h(all: readonly Candle[]): Candle | undefined {
  const fromMs = (all.at(-1)?.startMs ?? 0) - 24 * 3_600_000 + 60_000
  const [first, ...others] = all.slice(0, -1).filter(({ startMs }) => startMs >= fromMs)
  return first && others.reduce(mergeCandles, first)
}

describe('the candle of the previous 24 hours', () => {
  const bids = fc.integer({ min: 1, max: 9 })

  test('equals the merged minutes of the day before the one in progress', () => {
    const pauses = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 500 }))
    const steps = fc.array(fc.tuple(pauses, bids), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(steps, (quotes) => {
        const recent = createRecentMinutes()
        let minute = 0
        for (const [pause, bid] of quotes) {
          minute += pause
          recent.addQuote(minute * 60_000, price(bid))
          assert.deepEqual(recent.previous24h(), merged24h(recent.all()))
        }
      }),
    )
  })

  test('includes the minutes of gaps that are filled later', () => {
    const gap = fc.record({
      ago: fc.integer({ min: 0, max: 2_000 }),
      length: fc.integer({ min: 1, max: 200 }),
    })
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), bids, gap), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(steps, (quotes) => {
        const recent = createRecentMinutes()
        let minute = 3_000
        for (const [pause, bid, { ago, length }] of quotes) {
          minute += pause
          recent.addQuote(minute * 60_000, price(bid))
          recent.previous24h()
          const from = minute - ago - length
          const past = minutes(length).map((candle) => ({
            ...candle,
            startMs: candle.startMs + from * 60_000,
          }))
          recent.addPast(past, { fromMs: from * 60_000, untilMs: (minute - ago) * 60_000 - 1 })
          assert.deepEqual(recent.previous24h(), merged24h(recent.all()))
        }
      }),
      { numRuns: 30 },
    )
  })

  test('stays correct while old minutes are evicted', () => {
    const recent = createRecentMinutes()
    for (let minute = 0; minute < 4 * 24 * 60; minute += 1) {
      recent.addQuote(minute * 60_000, price(1 + ((minute * 7_919) % 1_000)))
      if (minute % 53 === 0) assert.deepEqual(recent.previous24h(), merged24h(recent.all()))
    }
    assert.ok(recent.all().length < 3 * 24 * 60)
  })
})
