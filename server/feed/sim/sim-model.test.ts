import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { markets } from '#db/seed/markets.ts'
import { minuteCandles, openTicks } from '#server/feed/sim/sim-history.ts'
import { createSimModel, modelVersion } from '#server/feed/sim/sim-model.ts'
import { always, marketIdOf, simMarket } from '#test/feed/seeded-sim.ts'

/** Fixed reference prices, so that changes to the seeded markets do not affect these tests. */
const fixed = { seed: 'golden', ticksPerSecond: 2, markets: fixedMarkets() }

function fixedMarkets() {
  const references: Readonly<Record<string, number>> = {
    EURUSD: 115_000,
    USDJPY: 155_000,
    EURJPY: 178_250,
    XAUUSD: 400_000,
    SPX500: 70_000,
    BTCUSD: 9_000_000,
    TSLA: 40_000,
    USDHKD: 779_000,
  }
  return markets.flatMap((market) => {
    const reference = references[market.code]
    return reference === undefined
      ? []
      : [{ ...market, referencePrice: reference as typeof market.referencePrice }]
  })
}

/** Open, high, low, close, number of ticks. */
const candles: readonly (readonly [code: string, time: string, figures: readonly number[]])[] = [
  ['EURUSD', '2026-11-11T13:30:00Z', [116_225, 116_225, 116_219, 116_221, 73]],
  ['EURUSD', '2026-11-14T03:00:00Z', [116_291, 116_291, 116_289, 116_289, 63]],
  ['USDJPY', '2026-03-10T00:59:00Z', [156_752, 156_752, 156_748, 156_752, 66]],
  ['EURJPY', '2026-07-01T08:00:00Z', [183_315, 183_334, 183_315, 183_332, 75]],
  ['XAUUSD', '2025-12-31T23:59:00Z', [414_691, 414_766, 414_690, 414_755, 85]],
  ['SPX500', '2026-11-11T14:30:00Z', [72_566, 72_566, 72_503, 72_513, 162]],
  ['BTCUSD', '2026-11-15T05:00:00Z', [8_175_102, 8_175_102, 8_171_451, 8_173_167, 84]],
  ['TSLA', '2026-11-11T20:59:00Z', [58_475, 58_495, 58_389, 58_389, 121]],
  ['USDHKD', '2026-11-11T02:00:00Z', [777_544, 777_545, 777_539, 777_542, 80]],
]

describe(`the same seed gives the same prices on every machine (version ${modelVersion} of the model)`, () => {
  const model = createSimModel(fixed)
  // A change of these figures requires a new `modelVersion`.
  for (const [code, time, figures] of candles) {
    test(`${code} at ${time}`, () => {
      const startMs = Date.parse(time)
      const [candle] = minuteCandles(simMarket(code, model), always, startMs, startMs + minuteMs - 1)
      assert.ok(candle)
      assert.deepEqual([candle.open, candle.high, candle.low, candle.close, candle.volume], figures)
    })
  }

  test('tick by tick', () => {
    const ticks = openTicks(simMarket('EURUSD', model), always, Date.parse('2026-11-11T13:30:00Z') / minuteMs)
    assert.deepEqual(
      ticks.slice(0, 5).map(({ timeMs, bid, ask }) => [timeMs % minuteMs, bid, ask]),
      [
        [199, 116_225, 116_230],
        [868, 116_225, 116_231],
        [1713, 116_224, 116_229],
        [2789, 116_225, 116_230],
        [3109, 116_224, 116_228],
      ],
    )
  })
})

describe('the model', () => {
  const dayMinutes = [...Array(50).keys()].map(
    (at) => Date.parse('2026-11-11T00:00:00Z') / minuteMs + at * 29,
  )
  const closes = (model: ReturnType<typeof createSimModel>, code: string) =>
    dayMinutes.map((minute) =>
      model.get(marketIdOf(code))?.candle(minute, { excess: 0, fromMs: 0, lengthMs: 1 }),
    )

  test('gives the same prices in any order of requests', () => {
    const forwards = createSimModel(fixed)
    const backwards = createSimModel(fixed)
    for (let day = 30; day > 0; day--)
      backwards
        .get(marketIdOf('EURUSD'))
        ?.ticks(29_000_000 + day * 1440, { excess: 0, fromMs: 0, lengthMs: 1 })
    assert.deepEqual(closes(backwards, 'EURUSD'), closes(forwards, 'EURUSD'))
  })

  test('gives a cross the same prices with or without unrelated markets', () => {
    const few = createSimModel({
      ...fixed,
      markets: fixed.markets.filter(({ code }) => /^(EUR|USD)/.test(code)),
    })
    assert.deepEqual(closes(few, 'EURJPY'), closes(createSimModel(fixed), 'EURJPY'))
  })

  test('gives other prices with another seed', () => {
    assert.notDeepEqual(
      closes(createSimModel({ ...fixed, seed: 'other' }), 'EURUSD'),
      closes(createSimModel(fixed), 'EURUSD'),
    )
  })

  test('stays near its level over 30 years', () => {
    const model = createSimModel(fixed)
    for (const { id, code, referencePrice } of fixed.markets) {
      for (let year = 2010; year < 2040; year++) {
        const minute = Date.UTC(year, 6, 1) / minuteMs
        const close = model.get(id)?.candle(minute, { excess: 0, fromMs: 0, lengthMs: 1 }).close ?? 0
        assert.ok(close > referencePrice / 3 && close < referencePrice * 3, `${code} ${year} ${close}`)
      }
    }
  })

  test('keeps USDHKD near its peg', () => {
    const model = createSimModel(fixed)
    for (let day = 0; day < 2000; day++) {
      const { close } = model
        .get(marketIdOf('USDHKD'))
        ?.candle(29_000_000 + day * 1440, { excess: 0, fromMs: 0, lengthMs: 1 }) ?? { close: 0 }
      assert.ok(close > 770_000 && close < 790_000, String(close))
    }
  })
})
