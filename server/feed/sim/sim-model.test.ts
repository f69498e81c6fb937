import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { markets } from '#db/seed/markets.ts'
import { minuteCandles, openTicks } from '#server/feed/sim/sim-history.ts'
import { createSimModel, modelledMarket, simulationName } from '#server/feed/sim/sim-model.ts'
import { always, marketIdOf, originMs, seedOf, simMarket } from '#test/feed/seeded-sim.ts'

/** Fixed reference prices, so that changes to the seeded markets do not affect these tests. */
const fixed = { seed: seedOf('golden'), ticksPerSecond: 2, markets: fixedMarkets() }

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
    return reference === undefined ? [] : [modelledMarket(market, { timeMs: originMs, bid: reference })]
  })
}

/** Open, high, low, close, number of ticks. */
const candles: readonly (readonly [code: string, time: string, figures: readonly number[]])[] = [
  ['EURUSD', '2026-11-11T13:30:00Z', [120_459, 120_459, 120_434, 120_454, 147]],
  ['EURUSD', '2026-11-14T03:00:00Z', [119_040, 119_044, 119_040, 119_042, 66]],
  ['USDJPY', '2026-03-10T00:59:00Z', [146_292, 146_304, 146_292, 146_303, 78]],
  ['EURJPY', '2026-07-01T08:00:00Z', [178_710, 178_728, 178_705, 178_721, 70]],
  ['XAUUSD', '2025-12-31T23:59:00Z', [401_232, 401_242, 401_206, 401_220, 60]],
  ['SPX500', '2026-11-11T14:30:00Z', [63_957, 63_957, 63_939, 63_947, 103]],
  ['BTCUSD', '2026-11-15T05:00:00Z', [9_148_880, 9_155_718, 9_135_137, 9_135_640, 121]],
  ['TSLA', '2026-11-11T20:59:00Z', [38_888, 38_961, 38_875, 38_893, 147]],
  ['USDHKD', '2026-11-11T02:00:00Z', [776_386, 776_386, 776_384, 776_384, 64]],
]

describe('the same seed gives the same prices on every machine', () => {
  const model = createSimModel(fixed)
  // A change of these figures requires a new `modelVersion`, which the name of the simulation contains.
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
        [115, 120_459, 120_463],
        [338, 120_459, 120_464],
        [960, 120_459, 120_464],
        [1568, 120_459, 120_463],
        [1687, 120_459, 120_464],
      ],
    )
  })
})

describe('the model', () => {
  const dayMinutes = [...Array(50).keys()].map(
    (at) => Date.parse('2026-11-11T00:00:00Z') / minuteMs + at * 29,
  )
  const closes = (model: ReturnType<typeof createSimModel>, code: string) =>
    dayMinutes.map((minute) => model.get(marketIdOf(code))?.candle(minute))

  test('gives the same prices in any order of requests', () => {
    const forwards = createSimModel(fixed)
    const backwards = createSimModel(fixed)
    for (let day = 30; day > 0; day--) backwards.get(marketIdOf('EURUSD'))?.ticks(29_000_000 + day * 1440)
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
      closes(createSimModel({ ...fixed, seed: seedOf('other') }), 'EURUSD'),
      closes(createSimModel(fixed), 'EURUSD'),
    )
  })

  test('passes through the origin of every market', () => {
    const model = createSimModel(fixed)
    for (const { id, origin } of fixed.markets) {
      const open = model.get(id)?.candle(origin.timeMs / minuteMs).open ?? 0
      assert.ok(Math.abs(open / origin.bid - 1) < 1e-4, `${open} ${origin.bid}`)
    }
  })

  test('has prices for 30 years around its origin', () => {
    const model = createSimModel(fixed)
    for (const { id, code } of fixed.markets) {
      for (let year = 2010; year < 2040; year++) {
        const { low, high } = model.get(id)?.candle(Date.UTC(year, 6, 1) / minuteMs) ?? assert.fail()
        assert.ok(low >= 1 && Number.isSafeInteger(high), `${code} ${year} ${low} ${high}`)
      }
    }
  })

  test('has a name that changes with the seed and does not reveal it', () => {
    assert.equal(simulationName(seedOf('golden')), '4-ad539478d15b70d1')
    assert.notEqual(simulationName(seedOf('golden')), simulationName(seedOf('other')))
  })
})
