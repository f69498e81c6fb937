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
  ['EURUSD', '2026-11-11T13:30:00Z', [120_672, 120_672, 120_651, 120_669, 133]],
  ['EURUSD', '2026-11-14T03:00:00Z', [118_976, 118_977, 118_976, 118_977, 60]],
  ['USDJPY', '2026-03-10T00:59:00Z', [148_046, 148_064, 148_046, 148_064, 93]],
  ['EURJPY', '2026-07-01T08:00:00Z', [178_916, 178_933, 178_912, 178_927, 69]],
  ['XAUUSD', '2025-12-31T23:59:00Z', [416_932, 416_943, 416_828, 416_857, 80]],
  ['SPX500', '2026-11-11T14:30:00Z', [63_536, 63_536, 63_521, 63_528, 93]],
  ['BTCUSD', '2026-11-15T05:00:00Z', [7_148_232, 7_150_168, 7_144_849, 7_144_869, 73]],
  ['TSLA', '2026-11-11T20:59:00Z', [30_211, 30_230, 30_208, 30_213, 76]],
  ['USDHKD', '2026-11-11T02:00:00Z', [777_213, 777_215, 777_202, 777_202, 123]],
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
        [115, 120_672, 120_676],
        [561, 120_672, 120_677],
        [1568, 120_672, 120_677],
        [1871, 120_672, 120_676],
        [2134, 120_672, 120_677],
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
      assert.ok(origin)
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
