import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addQuote, aggregateCandles, type Candle, dayFigures, startCandle } from '#core/candle/candle.ts'
import { packCandles, unpackCandles } from '#core/candle/pack-candles.ts'
import { candleStart, dayMs, isPeriod, periods } from '#core/candle/period.ts'
import { highestPrice, price } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'

const quotes = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: 1, max: highestPrice })), {
    maxLength: 200,
  })
  .map((steps) => {
    let timeMs = 1_700_000_000_000
    return steps.map(([laterMs, bid]) => {
      timeMs += laterMs
      return { timeMs, bid: price(bid) }
    })
  })

type Quoted = { readonly timeMs: number; readonly bid: ReturnType<typeof price> }

function candlesOf(given: readonly Quoted[], period: (typeof periods)[number]): readonly Candle[] {
  const candles: Candle[] = []
  for (const { timeMs, bid } of given) {
    const startMs = candleStart(timeMs, period)
    const last = candles.at(-1)
    if (last?.startMs === startMs) candles[candles.length - 1] = addQuote(last, bid)
    else candles.push(startCandle(startMs, bid))
  }
  return candles
}

describe('candles', () => {
  for (const period of periods) {
    test(`of ${period} aggregated from minutes equal those built from quotes`, () => {
      fc.assert(
        fc.property(quotes, (given) => {
          assert.deepEqual(aggregateCandles(candlesOf(given, '1min'), period), candlesOf(given, period))
        }),
      )
    })
  }

  test('aggregated in steps equal those aggregated at once', () => {
    fc.assert(
      fc.property(quotes, (given) => {
        const minutes = candlesOf(given, '1min')
        const inSteps = aggregateCandles(aggregateCandles(aggregateCandles(minutes, '5min'), '30min'), '1day')
        assert.deepEqual(inSteps, aggregateCandles(minutes, '1day'))
      }),
    )
  })

  test('survive packing and unpacking', () => {
    fc.assert(
      fc.property(quotes, (given) => {
        for (const day of aggregateCandles(candlesOf(given, '1min'), '1day')) {
          const within = (candle: Candle) => candleStart(candle.startMs, '1day') === day.startMs
          const own = candlesOf(given, '5min').filter(within)
          assert.deepEqual(unpackCandles(packCandles(own, day.startMs), day.startMs), own)
        }
      }),
    )
  })

  test('start at the start of their period, days at midnight UTC', () => {
    const time = Date.UTC(2026, 10, 1, 13, 47, 31, 5)
    const starts = periods.map((period) => new Date(candleStart(time, period)).toISOString().slice(8, 16))
    assert.deepEqual(starts, ['01T13:47', '01T13:45', '01T13:45', '01T13:30', '01T13:00', '01T00:00'])
    assert.equal(candleStart(dayMs, '1day'), dayMs)
  })

  test('have periods recognised by name', () => {
    assert.ok(isPeriod('60min'))
    assert.ok(!isPeriod('1hour'))
    assert.ok(!isPeriod('__proto__'))
  })
})

describe('the day figures', () => {
  const table: readonly (readonly [number, number, number])[] = [
    [100_000, 100_310, 31],
    [100_000, 99_530, -47],
    [3, 4, 3333],
    [80_000, 80_004, 0],
    [80_000, 80_012, 2],
    [100_000, 100_000, 0],
  ]
  for (const [open, close, basisPoints] of table) {
    test(`from ${open} to ${close} is a change of ${basisPoints} basis points`, () => {
      const candle = addQuote(startCandle(0, price(open)), price(close))
      assert.deepEqual(dayFigures(candle), {
        open,
        high: Math.max(open, close),
        low: Math.min(open, close),
        volume: 2,
        changeBasisPoints: basisPoints,
      })
    })
  }
})
