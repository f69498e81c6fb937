import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Candle, startCandle } from '#core/candle/candle.ts'
import { dayMs, periodMs, periods } from '#core/candle/period.ts'
import { price } from '#core/money/amounts.ts'
import { type CandleParts, readCandles } from '#server/market-data/candles/read-candles.ts'

const nowMs = Date.UTC(2026, 5, 1)
const fiveMinutesMs = 300_000

/** A market without cached minutes that was always open. `reads` gets the length in days of every read. */
function openMarket(reads: number[]): CandleParts {
  return {
    cached: { completeFromMs: () => undefined, minutes: () => [] },
    clock: { now: () => nowMs },
    days: {
      read: async (fromMs: number, toMs: number) => {
        reads.push((toMs - fromMs) / dayMs)
        const candles: Candle[] = []
        for (let at = fromMs; at < toMs; at += fiveMinutesMs) candles.push(startCandle(at, price(at / 1000)))
        return candles
      },
    },
  } as unknown as CandleParts
}

describe('a page of 500 candles', () => {
  for (const period of periods.filter((each) => each !== '1min' && each !== '1day')) {
    test(`of ${period} is aggregated from at most four days at a time`, async () => {
      const reads: number[] = []
      const candles = await readCandles(openMarket(reads), period, nowMs, 500)
      assert.ok(reads.length > 0 && Math.max(...reads) <= 4, reads.join(', '))
      assert.deepEqual(
        candles.map(({ startMs }) => startMs),
        Array.from({ length: 500 }, (_, at) => nowMs - (500 - at) * periodMs(period)),
      )
    })
  }
})
