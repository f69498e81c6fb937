import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addQuote, aggregateCandles, type Candle, startCandle } from '#core/candle/candle.ts'
import { candleStart, dayMs, minuteMs, periods } from '#core/candle/period.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { createCachedMarket } from '#server/market-data/cached-market.ts'
import { insertPast } from '#server/market-data/candles/insert-past.ts'
import { fc } from '#test/fast-check.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const [market = assert.fail()] = markets

type TimedBid = { readonly timeMs: number; readonly bid: number }

function minutesOf(ticks: readonly TimedBid[]): readonly Candle[] {
  const candles: Candle[] = []
  for (const { timeMs, bid } of ticks) {
    const startMs = candleStart(timeMs, '1min')
    const last = candles.at(-1)
    if (last?.startMs === startMs) candles[candles.length - 1] = addQuote(last, price(bid))
    else candles.push(startCandle(startMs, price(bid)))
  }
  return candles
}

const candle = (startMs: number, open: number, high: number, low: number, close: number, volume: number) =>
  ({ startMs, open, high, low, close, volume }) as Candle

describe('a minute with live ticks and ticks of a gap', () => {
  const live = candle(noon, 50, 60, 40, 55, 2)
  const past = candle(noon, 70, 90, 30, 80, 5)
  const table = [
    ['opens with the gap that ends in it', { fromMs: noon - minuteMs, untilMs: noon + 9_999 }, [70, 55]],
    ['closes with the gap that starts in it', { fromMs: noon + 10_000, untilMs: noon + minuteMs }, [50, 80]],
    [
      'opens and closes live around a gap inside it',
      { fromMs: noon + 10_000, untilMs: noon + 20_000 },
      [50, 55],
    ],
    ['opens with a gap from its very start', { fromMs: noon, untilMs: noon + 9_999 }, [70, 55]],
    ['closes with a gap to its very end', { fromMs: noon + 10_000, untilMs: noon + minuteMs - 1 }, [50, 80]],
  ] as const
  for (const [name, gap, [open, close]] of table) {
    test(name, () => {
      assert.deepEqual(insertPast([live], [past], gap), [candle(noon, open, 90, 30, close, 7)])
    })
  }

  test('is never changed by a gap that only surrounds it', () => {
    const gap = { fromMs: noon - 10 * minuteMs, untilMs: noon + 10 * minuteMs }
    assert.deepEqual(insertPast([live], [past], gap), [live])
  })
})

/** Ticks of a day, and which of them arrive live. The others are in gaps between live ones. */
const tickRuns = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 300_000 })),
    bid: fc.integer({ min: 99_000, max: 101_000 }),
    isLive: fc.boolean(),
  }),
  { minLength: 1, maxLength: 120 },
)

test('gaps filled in any order and at any time give the candles of all ticks', () => {
  fc.assert(
    fc.property(tickRuns, fc.array(fc.nat(), { maxLength: 120 }), (run, order) => {
      const cached = createCachedMarket(market)
      const pending: (() => void)[] = []
      const all: TimedBid[] = []
      let missed: TimedBid[] = []
      let lastLiveMs = candleStart(noon, '1day') - dayMs - 1
      let timeMs = noon
      let seq = 0
      const fillSome = (count: number) => {
        for (let at = 0; at < count && pending.length > 0; at++) {
          const [fill] = pending.splice((order[seq % (order.length || 1)] ?? 0) % pending.length, 1)
          fill?.()
        }
      }
      // The last tick is live: a gap ends with the tick that reveals it.
      for (const [at, { pauseMs, bid, isLive }] of run.entries()) {
        timeMs += pauseMs
        all.push({ timeMs, bid })
        if (!isLive && at < run.length - 1) {
          missed.push({ timeMs, bid })
          continue
        }
        seq += 1
        const bidAsk = { bid: price(bid), ask: price(bid + 2) }
        cached.applyQuote({ marketId: market.id, ...bidAsk, timeMs, seq, source: 'test:1' })
        const [gap, minutes] = [{ fromMs: lastLiveMs + 1, untilMs: timeMs - 1 }, minutesOf(missed)]
        if (minutes.length > 0) pending.push(() => cached.applyPastMinutes(minutes, gap))
        missed = []
        lastLiveMs = timeMs
        if (seq % 3 === 0) fillSome(1)
      }
      cached.sparkline()
      fillSome(pending.length)
      const expected = minutesOf(all)
      assert.deepEqual(cached.minutes(), expected)
      for (const period of periods)
        assert.deepEqual(cached.currentCandle(period), aggregateCandles(expected, period).at(-1))
      assert.equal(cached.view(undefined).day?.volume, all.length)
      assert.equal(cached.sparkline().length, Math.min(48, expected.length))
    }),
  )
})
