import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addQuote, aggregateCandles, type Candle, startCandle } from '#core/candle/candle.ts'
import { candleStart, minuteMs, periods } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { lastQuote, longCandles, minuteCandles, openTicks, type Tick } from '#server/feed/sim/sim-history.ts'
import { fc } from '#test/fast-check.ts'
import { model, noonMs, realHours, simMarket } from '#test/feed/seeded-sim.ts'

const market = simMarket('EURUSD')

function ticksBetween(spans: OpenSpans, fromMs: number, untilMs: number): readonly Tick[] {
  const ticks: Tick[] = []
  for (let minute = Math.floor(fromMs / minuteMs); minute <= untilMs / minuteMs; minute++) {
    ticks.push(...openTicks(market, spans, minute))
  }
  return ticks.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= untilMs)
}

function candlesOfTicks(ticks: readonly Tick[]): readonly Candle[] {
  const candles: Candle[] = []
  for (const { timeMs, bid } of ticks) {
    const startMs = candleStart(timeMs, '1min')
    const last = candles.at(-1)
    if (last?.startMs === startMs) candles[candles.length - 1] = addQuote(last, price(bid))
    else candles.push(startCandle(startMs, price(bid)))
  }
  return candles
}

/** Spans with arbitrary edges, possibly two spans in one minute. */
const anySpans = fc
  .uniqueArray(fc.integer({ min: 0, max: 600_000 }), { minLength: 2, maxLength: 12 })
  .map((edges) => {
    const sorted = edges.toSorted((left, right) => left - right)
    return sorted.flatMap((fromMs, at) => {
      const toMs = sorted[at + 1]
      return at % 2 === 0 && toMs !== undefined ? [{ fromMs: noonMs + fromMs, toMs: noonMs + toMs }] : []
    })
  })
const anyTime = fc.integer({ min: noonMs - 60_000, max: noonMs + 660_000 })

describe('minute candles', () => {
  test('equal candles built from the ticks in open hours, wherever spans start and end', () => {
    fc.assert(
      fc.property(anySpans, anyTime, anyTime, (spans, fromMs, untilMs) => {
        const candles = [...minuteCandles(market, spans, fromMs, untilMs)]
        assert.deepEqual(candles, candlesOfTicks(ticksBetween(spans, fromMs, untilMs)))
      }),
      { numRuns: 300 },
    )
  })

  test('give the same longer candles if aggregated step by step or at once', () => {
    for (const { id } of markets.filter((_, at) => at % 6 === 0)) {
      const spans = realHours.spansOf(id)
      const sim = model.get(id) ?? assert.fail()
      let shorter = [...minuteCandles(sim, spans, noonMs - 3 * 86_400_000, noonMs)]
      const minutes = shorter
      for (const period of periods) {
        shorter = [...aggregateCandles(shorter, period)]
        assert.deepEqual(shorter, aggregateCandles(minutes, period))
      }
    }
  })

  test('are missing while the market is closed', () => {
    const spans = realHours.spansOf(markets.find(({ code }) => code === 'AAPL')?.id ?? -1)
    const candles = [...minuteCandles(simMarket('AAPL'), spans, noonMs - 7 * 86_400_000, noonMs)]
    assert.equal(candles.length, 5 * 390)
    for (const { startMs } of candles) {
      assert.ok(spans.some(({ fromMs, toMs }) => startMs >= fromMs && startMs < toMs))
    }
  })
})

describe('long candles', () => {
  test('add up to the day candles of the minutes in every market', () => {
    for (const { id } of markets) {
      const sim = model.get(id) ?? assert.fail()
      const range = [realHours.spansOf(id), noonMs - 3 * 86_400_000, noonMs + 12_345] as const
      assert.deepEqual(
        aggregateCandles(longCandles(sim, ...range), '1day'),
        aggregateCandles(minuteCandles(sim, ...range), '1day'),
      )
    }
  })

  test('add up wherever spans start and end', () => {
    fc.assert(
      fc.property(anySpans, anyTime, anyTime, (spans, fromMs, untilMs) => {
        // Around midnight, where a candle of several minutes must end.
        const at = (timeMs: number) => timeMs + 43_200_000 - 300_000
        const moved = spans.map((span) => ({ fromMs: at(span.fromMs), toMs: at(span.toMs) }))
        const range = [market, moved, at(fromMs), at(untilMs)] as const
        assert.deepEqual(
          aggregateCandles(longCandles(...range), '1day'),
          aggregateCandles(minuteCandles(...range), '1day'),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('the last quote', () => {
  test('is the last tick at or before a time, if necessary of an earlier span', () => {
    fc.assert(
      fc.property(anySpans, anyTime, (spans, timeMs) => {
        const [last] = ticksBetween(spans, noonMs - 60_000, timeMs).slice(-1)
        assert.deepEqual(lastQuote(market, spans, timeMs), last)
      }),
      { numRuns: 300 },
    )
  })
})
