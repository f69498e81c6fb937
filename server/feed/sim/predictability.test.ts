import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { type Moment, tradeOnPrediction } from '#test/feed/prediction.ts'
import { jointMoments, minuteMoments, tickMoments } from '#test/feed/public-moments.ts'
import { marketIdOf, modelledMarkets, originMs, simMarket } from '#test/feed/seeded-sim.ts'

const firstDay = originMs / dayMs - 200
const isExhaustive = process.env['EXHAUSTIVE'] === '1'

describe('a strategy on a regression of what is public', () => {
  const codes = ['XAUUSD', 'EURUSD']
  const levelOf = (code: string) =>
    modelledMarkets.find(({ id }) => id === marketIdOf(code))?.origin?.bid ?? assert.fail()

  /** Moments of several markets, in the order of the days. */
  const together = (all: readonly (readonly Moment[])[]) =>
    (all[0] ?? []).flatMap((_, at) => all.flatMap((moments) => moments[at] ?? []))

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
