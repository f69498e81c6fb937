import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addQuote, type Candle, startCandle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { lastQuote, minuteCandles, openTicks, type Tick } from '#server/feed/sim/sim-history.ts'
import { createSimModel } from '#server/feed/sim/sim-model.ts'
import { fc } from '#test/fast-check.ts'
import { always, model, modelParts, noonMs, realHours, simMarket } from '#test/feed/seeded-sim.ts'

describe('simulated prices', () => {
  const anyMarket = fc.constantFrom(...markets)
  const anyMinute = fc.integer({ min: Date.UTC(2024, 0, 1) / minuteMs, max: Date.UTC(2028, 0, 1) / minuteMs })
  const anyRate = fc.constantFrom(0.1, 1, 2, 20)

  function candleOf(ticks: readonly Tick[], startMs: number): Candle | undefined {
    return ticks.reduce<Candle | undefined>(
      (candle, { bid }) =>
        candle === undefined ? startCandle(startMs, price(bid)) : addQuote(candle, price(bid)),
      undefined,
    )
  }

  describe('a minute of a simulated market', () => {
    const models = new Map(
      [0.1, 1, 2, 20].map((rate) => [rate, createSimModel({ ...modelParts, ticksPerSecond: rate })]),
    )

    test('has the candle of its ticks', () => {
      fc.assert(
        fc.property(anyMarket, anyMinute, anyRate, ({ id }, minute, rate) => {
          const market = models.get(rate)?.get(id)
          const ticks = market && openTicks(market, always, minute)
          assert.deepEqual(market?.candle(minute), candleOf(ticks ?? [], minute * minuteMs))
        }),
        { numRuns: 400 },
      )
    })

    test('has ticks in time order with an ask above the bid', () => {
      fc.assert(
        fc.property(anyMarket, anyMinute, anyRate, ({ id }, minute, rate) => {
          const market = models.get(rate)?.get(id)
          let lastMs = minute * minuteMs - 1
          for (const { timeMs, bid, ask } of market === undefined ? [] : openTicks(market, always, minute)) {
            assert.ok(timeMs > lastMs && timeMs < (minute + 1) * minuteMs, `${lastMs} then ${timeMs}`)
            assert.ok(Number.isSafeInteger(bid) && Number.isSafeInteger(ask) && bid > 0 && ask > bid)
            lastMs = timeMs
          }
        }),
        { numRuns: 200 },
      )
    })

    test('has half to twice the configured number of ticks', () => {
      for (const { id } of markets) {
        for (const { volume } of minuteCandles(
          model.get(id) ?? assert.fail(),
          always,
          noonMs,
          noonMs + 600_000,
        )) {
          assert.ok(volume >= 60 && volume <= 240, String(volume))
        }
      }
    })
  })

  describe('crosses', () => {
    test('stay within a few points of the product of their pairs', () => {
      const bidOf = (code: string, timeMs: number) => lastQuote(simMarket(code), always, timeMs)?.bid ?? 0
      const apart = Array.from({ length: 1000 }, (_, at) => {
        const timeMs = noonMs - at * 1_977_123
        return Math.abs(
          bidOf('EURJPY', timeMs) - (bidOf('EURUSD', timeMs) * bidOf('USDJPY', timeMs)) / 100_000,
        )
      }).sort((left, right) => left - right)
      assert.ok((apart[500] ?? 0) < 2, `median ${apart[500]}`)
      assert.ok((apart[990] ?? 0) < 20, `99 of 100 ${apart[990]}`)
      assert.ok((apart[999] ?? 0) < 60, `most ${apart[999]}`)
    })
  })

  describe('the jump limit', () => {
    const within = (from: number, to: number, limitPpm: number) =>
      Math.abs(to - from) * 1e6 <= from * limitPpm

    for (const market of markets) {
      const sim = model.get(market.id) ?? assert.fail()
      const spans = realHours.spansOf(market.id)

      test(`${market.code} stays far below it in every minute of two days`, () => {
        for (const { high, low, startMs } of minuteCandles(sim, spans, noonMs - 2 * 86_400_000, noonMs)) {
          assert.ok(within(low, high, market.jumpLimitPpm / 2), new Date(startMs).toISOString())
        }
      })

      test(`${market.code} stays below it at every session open of a winter`, () => {
        for (const span of spans) {
          if (span.fromMs < noonMs || span.fromMs > noonMs + 65 * 86_400_000) continue
          const before = lastQuote(sim, spans, span.fromMs - 1)
          const [first] = openTicks(sim, spans, Math.floor(span.fromMs / minuteMs))
          if (before === undefined || first === undefined) continue
          const isWithin =
            within(before.bid, first.bid, market.jumpLimitPpm) &&
            within(before.ask, first.ask, market.jumpLimitPpm)
          assert.ok(isWithin, new Date(span.fromMs).toISOString())
        }
      })
    }
  })
})
