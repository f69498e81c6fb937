import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { aggregateCandles, type Candle } from '#core/candle/candle.ts'
import { dayMs, minuteMs, type Period, periods } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import type { FeedHistory } from '#server/feed/feed.ts'
import { type CandleSeries, storeDays } from '#server/market-data/candles/candle-store.ts'
import { createDayCandles, packDays } from '#server/market-data/candles/day-candles.ts'
import { type CandleParts, maxHistoryMs, readCandles } from '#server/market-data/candles/read-candles.ts'
import { loadMarkets } from '#server/market-data/load-markets.ts'
import { sourceIdOf } from '#server/market-data/quote-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { fc } from '#test/fast-check.ts'
import { euro } from '#test/market-data/two-source-feed.ts'
import { sampledRuns } from '#test/sampling.ts'

const nowMs = Date.UTC(2026, 5, 1)
const oldestMs = nowMs - maxHistoryMs
const fiveMinutesMs = 5 * minuteMs
const intraday = periods.filter((each) => each !== '1min' && each !== '1day')
const fourDays = 4 * 288

let database: TestDatabase
let series: CandleSeries
/** Queries of the candles since the test started. */
let queries = 0

before(async () => {
  database = await createTestDatabase()
  await loadMarkets(database.pool)
  const counted = (sql: string, values: unknown[]) => {
    queries += 1
    return database.pool.query(sql, values)
  }
  const pool = { query: counted } as unknown as CandleSeries['pool']
  series = { pool, source: await sourceIdOf(database.pool, 'read candles'), marketId: euro }
})

after(() => database.drop())

beforeEach(() => database.query('truncate day_candles'))

/** A five-minute candle whose prices are a function of the time. */
function candleAt(startMs: number): Candle {
  const open = 1000 + (((startMs / fiveMinutesMs) * 7919) % 997)
  const close = 1000 + (((startMs / fiveMinutesMs) * 6101) % 991)
  const [low, high] = [Math.min(open, close) - 3, Math.max(open, close) + 5]
  return { startMs, open: price(open), high: price(high), low: price(low), close: price(close), volume: 2 }
}

function candlesIn(spans: OpenSpans, fromMs = oldestMs, toMs = nowMs): readonly Candle[] {
  return spans.flatMap((span) => {
    const [from, to] = [Math.max(span.fromMs, fromMs), Math.min(span.toMs, toMs)]
    return Array.from({ length: Math.max(0, (to - from) / fiveMinutesMs) }, (_, at) =>
      candleAt(from + at * fiveMinutesMs),
    )
  })
}

function historyOf(spans: OpenSpans): FeedHistory {
  return {
    minutes: async () => [],
    aggregateDays: async (_marketId, fromDayMs, toDayMs, period) =>
      aggregateCandles(candlesIn(spans, fromDayMs, toDayMs), period),
  }
}

/** A market without cached minutes. Every read of its days is checked for its size. */
function marketOf(spans: OpenSpans = [], history?: FeedHistory): CandleParts {
  const days = createDayCandles({ series, history, spans: () => spans })
  const checked: typeof days = {
    ...days,
    async read(fromMs, toMs, period) {
      const candles = await days.read(fromMs, toMs, period)
      assert.ok(candles.length <= fourDays, `${candles.length} candles at once`)
      return candles
    },
  }
  const cached = { completeFromMs: () => undefined, minutes: () => [] } as unknown as CandleParts['cached']
  return { cached, series, history, spans: () => spans, clock: { now: () => nowMs }, days: checked }
}

const store = (candles: readonly Candle[]) => storeDays(series, packDays(candles, '5min'))

async function readCounted(market: CandleParts, period: Period, limit = 500) {
  queries = 0
  const candles = await readCandles(market, period, Number.MAX_SAFE_INTEGER, limit)
  return { candles, queries }
}

/** One span a day, at these times of the days that `isOpen` accepts. */
function daily(fromMs: number, lengthMs: number, isOpen: (day: Date) => boolean = () => true): OpenSpans {
  return Array.from({ length: maxHistoryMs / dayMs }, (_, day) => oldestMs + day * dayMs)
    .filter((startMs) => isOpen(new Date(startMs)))
    .map((startMs) => ({ fromMs: startMs + fromMs, toMs: startMs + fromMs + lengthMs }))
}

const alwaysOpen: OpenSpans = [{ fromMs: oldestMs - 1000 * dayMs, toMs: nowMs + 1000 * dayMs }]
const shareHours = daily(13.5 * 60 * minuteMs, 6.5 * 60 * minuteMs, (day) => day.getUTCDay() % 6 !== 0)
const aYearAgo = nowMs - 365 * dayMs

/** Queries for a page of 500 candles of any intraday period. With a history, the first page also stores its days. */
const cases: readonly {
  readonly of: string
  readonly spans: OpenSpans
  readonly stored: number
  readonly firstComputed: number
}[] = [
  { of: 'a market without candles', spans: [], stored: 1, firstComputed: 1 },
  {
    of: 'a market with one day a year ago',
    spans: [{ fromMs: aYearAgo, toMs: aYearAgo + dayMs }],
    stored: 2,
    firstComputed: 4,
  },
  { of: 'a market with five minutes a day', spans: daily(0, fiveMinutesMs), stored: 2, firstComputed: 4 },
  { of: 'a market that is always open', spans: alwaysOpen, stored: 7, firstComputed: 19 },
  { of: 'a market with the hours of shares', spans: shareHours, stored: 7, firstComputed: 19 },
]

describe('a page of 500 candles', () => {
  for (const { of, spans, stored, firstComputed } of cases) {
    test(`of ${of} needs no more queries than ${stored}, each of four full days or less`, async () => {
      const all = candlesIn(spans)
      await store(all)
      for (const period of intraday) {
        const page = await readCounted(marketOf(), period)
        assert.deepEqual(page.candles, aggregateCandles(all, period).slice(-500))
        assert.ok(page.queries <= stored, `${period}: ${page.queries} queries`)
      }
    })

    test(`of ${of} needs no more queries than ${firstComputed} if a history computes it`, async () => {
      for (const period of intraday) {
        await database.query('truncate day_candles')
        const market = marketOf(spans, historyOf(spans))
        const [first, second] = [await readCounted(market, period), await readCounted(market, period)]
        assert.deepEqual(first.candles, aggregateCandles(candlesIn(spans), period).slice(-500))
        assert.deepEqual(second.candles, first.candles)
        assert.ok(first.queries <= firstComputed, `${period}: ${first.queries} queries`)
        assert.ok(second.queries <= stored, `${period}: ${second.queries} queries the second time`)
      }
    })
  }

  test('stops after 16 reads of a history that has no candles for open hours', async () => {
    for (const period of intraday) {
      const page = await readCounted(marketOf(alwaysOpen, historyOf([])), period)
      assert.deepEqual(page.candles, [])
      assert.ok(page.queries <= 1 + 16 * 3, `${period}: ${page.queries} queries`)
    }
  })

  for (const period of ['1min', '1day'] as const) {
    test(`of ${period} takes one query`, async () => {
      await store(candlesIn(shareHours))
      assert.equal((await readCounted(marketOf(), period)).queries, 1)
    })
  }

  test('of a limit of one candle unpacks at most two days', async () => {
    await store(candlesIn(alwaysOpen))
    const market = marketOf()
    const sizes: number[] = []
    const read: CandleParts['days']['read'] = async (...range) => {
      const candles = await market.days.read(...range)
      sizes.push(candles.length)
      return candles
    }
    await readCandles({ ...market, days: { ...market.days, read } }, '5min', nowMs - 1, 1)
    assert.ok(Math.max(...sizes) <= 2 * 288, sizes.join(', '))
  })
})

/** Open hours in five-minute steps, with gaps of up to two months. */
const anySpans: fc.Arbitrary<OpenSpans> = fc
  .array(
    fc.record({ gap: fc.integer({ min: 1, max: 60 * 288 }), length: fc.integer({ min: 1, max: 6 * 288 }) }),
    {
      maxLength: 30,
    },
  )
  .map((parts) => {
    let atMs = oldestMs - 10 * dayMs
    return parts.map(({ gap, length }) => {
      const fromMs = atMs + gap * fiveMinutesMs
      atMs = fromMs + length * fiveMinutesMs
      return { fromMs, toMs: atMs }
    })
  })

const anyRequest = fc.record({
  period: fc.constantFrom(...periods.filter((each) => each !== '1min')),
  beforeMs: fc.integer({ min: oldestMs - 5 * dayMs, max: nowMs + dayMs }),
  limit: fc.integer({ min: 1, max: 500 }),
})

describe('pages of random open hours equal the candles of all days aggregated at once', () => {
  for (const hasHistory of [false, true]) {
    test(hasHistory ? 'computed by a history and stored' : 'stored', async () => {
      await fc.assert(
        fc.asyncProperty(
          anySpans,
          fc.array(anyRequest, { minLength: 1, maxLength: 4 }),
          async (spans, requests) => {
            await database.query('truncate day_candles')
            const all = candlesIn(spans)
            if (!hasHistory) await store(all)
            const market = marketOf(spans, hasHistory ? historyOf(spans) : undefined)
            for (const { period, beforeMs, limit } of requests) {
              const expected = aggregateCandles(all, period).filter(({ startMs }) => startMs < beforeMs)
              assert.deepEqual(await readCandles(market, period, beforeMs, limit), expected.slice(-limit))
            }
          },
        ),
        { numRuns: sampledRuns(60) },
      )
    })
  }
})
