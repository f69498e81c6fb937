import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs, minuteMs } from '#core/candle/period.ts'
import { createSimModel } from '#server/feed/sim/sim-model.ts'
import { earningsOf, type Moment, tradeOnPrediction } from '#test/feed/prediction.ts'
import { jointMoments, minuteMoments, tickMoments } from '#test/feed/public-moments.ts'
import { rangeProfits } from '#test/feed/range-strategy.ts'
import { marketIdOf, modelledMarkets, originMs, seedOf, simMarket } from '#test/feed/seeded-sim.ts'
import { predictFromSlots, type SlotPrediction } from '#test/feed/slot-decoding.ts'

const firstDay = originMs / dayMs - 200
const isExhaustive = process.env['EXHAUSTIVE'] === '1'

describe('a strategy on a regression of what is public', () => {
  const codes = ['XAUUSD', 'EURUSD']
  const levelOf = (code: string) =>
    modelledMarkets.find(({ id }) => id === marketIdOf(code))?.origin?.bid ?? assert.fail()

  /** Moments of several markets, in the order of the days. */
  const together = (all: readonly (readonly Moment[])[]) =>
    (all[0] ?? []).flatMap((_, at) => all.flatMap((moments) => moments[at] ?? []))

  /** The hours in which both Europe and America trade. */
  const busyMinutes = (days: number) =>
    Array.from({ length: days }, (_, day) =>
      Array.from({ length: 240 }, (_, at) => (firstDay + day) * 1440 + 14 * 60 + at),
    ).flat()

  test('earns less than the spread on distance from the level, jumps, last moves and the hour', () => {
    const moments = codes.map((code) =>
      minuteMoments({
        market: simMarket(code),
        level: levelOf(code),
        firstDay,
        days: isExhaustive ? 400 : 120,
      }),
    )
    const { trades, net, score } = tradeOnPrediction(together(moments), 0.05)
    assert.ok(trades > 30)
    assert.ok(score < 3, `${net} spreads, ${score} standard errors`)
  })

  for (const code of codes) {
    test(`earns less than the spread on the last ticks of ${code}`, () => {
      const moments = tickMoments({ market: simMarket(code), firstDay, days: isExhaustive ? 10 : 3 })
      const { trades, net } = tradeOnPrediction(moments, 0.001)
      assert.ok(trades > 30)
      assert.ok(net < 0, `${net} spreads`)
    })
  }

  // Repeats once stopped at the high of the whole minute. So this strategy earned 1 to 5 spreads a trade.
  for (const repeats of [3, 4]) {
    test(`earns less than the spread against a high or low that ${repeats} repeats stay within`, () => {
      const profits = ['XAUUSD', 'US30', 'SPX500', 'NAS100', 'AAPL', 'GBPUSD'].flatMap((code) =>
        rangeProfits(simMarket(code), busyMinutes(isExhaustive ? 60 : 10), repeats),
      )
      const { trades, net } = earningsOf(profits)
      assert.ok(trades > 300, String(trades))
      assert.ok(net < 0, `${net} spreads`)
    })
  }

  // Slots of 1.25, 3.75 and 5 seconds: of this version, of earlier ones, and of the processes of both.
  for (const slot of [5, 15, 20]) {
    test(`earns less than the spread on the moves of related markets within ${slot / 4} seconds`, () => {
      const markets = ['NAS100', 'US30', 'SPX500', 'US2000'].map((code) => simMarket(code))
      const moments = jointMoments(markets, slot, firstDay + 5, isExhaustive ? 20 : 8)
      const { trades, net } = tradeOnPrediction(moments, 0.02)
      assert.ok(trades > 50)
      assert.ok(net < 0, `${net} spreads`)
    })
  }
})

describe('the values of the random bytes', () => {
  test('do not show in a market outside the tables, though its price has many digits', () => {
    const market = createSimModel({
      seed: seedOf('digits'),
      ticksPerSecond: 2,
      markets: [{ id: 1, code: 'ACME', pricePrecision: 5, origin: { timeMs: originMs, bid: 100_000_000 } }],
    }).get(1)
    assert.ok(market)
    const first = originMs / minuteMs + 13 * 60
    const predictions = Array.from({ length: isExhaustive ? 600 : 120 }, (_, at) =>
      predictFromSlots(market, first + at),
    )
    const mean = (of: (prediction: SlotPrediction) => number) =>
      predictions.reduce((sum, prediction) => sum + of(prediction), 0) / predictions.length
    const correlation =
      mean(({ predicted, actual }) => predicted * actual) /
      Math.sqrt(mean(({ predicted }) => predicted ** 2) * mean(({ actual }) => actual ** 2))
    assert.ok(correlation * Math.sqrt(predictions.length) < 3, String(correlation))
  })
})
