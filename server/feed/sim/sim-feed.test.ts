import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { aggregateCandles } from '#core/candle/candle.ts'
import { dayMs } from '#core/candle/period.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { createFeed, type FeedEvent, type FeedParts } from '#server/feed/feed.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { marketIdOf, noonMs, origins, realHours, seedOf } from '#test/feed/seeded-sim.ts'

const timers = createFakeTimers(noonMs)
const parts: FeedParts = {
  source: { kind: 'sim', seed: seedOf('openlot'), origins },
  markets,
  spansOf: realHours.spansOf,
  hoursMode: 'real',
  clock: timers.clock,
  timers,
  log: createLog('silent'),
  metrics: createMetrics(),
}

describe('the simulated feed', () => {
  const feed = createFeed(parts)
  after(feed.stop)
  const history = feed.history ?? assert.fail()

  test('is marked as simulated and takes the market state from the calendar', () => {
    assert.equal(feed.isSimulated, true)
    assert.equal(feed.stateSource, 'calendar')
  })

  test('aggregates whole days in the worker to the same candles as its minutes', async () => {
    const toDayMs = noonMs - (noonMs % dayMs)
    for (const code of ['EURUSD', '0700.HK']) {
      const marketId = marketIdOf(code)
      const minutes = await history.minutes(marketId, toDayMs - 5 * dayMs, toDayMs - 1)
      for (const period of ['5min', '1day'] as const) {
        const aggregated = await history.aggregateDays(marketId, toDayMs - 5 * dayMs, toDayMs, period)
        assert.deepEqual(aggregated, aggregateCandles(minutes, period))
        assert.ok(aggregated.length >= 3)
      }
    }
  })

  test('computes many minutes in several turns, and two markets at once to the same candles', async () => {
    const read = (code: string) => history.minutes(marketIdOf(code), noonMs - dayMs, noonMs - 1)
    const separately = [await read('EURUSD'), await read('GBPUSD')]
    let turns = 0
    let isReading = true
    setImmediate(function count() {
      turns += 1
      if (isReading) setImmediate(count)
    })
    const together = await Promise.all([read('EURUSD'), read('GBPUSD')])
    isReading = false
    assert.deepEqual(together, separately)
    assert.equal(together[0]?.length, 24 * 60)
    assert.ok(turns >= 28, `${turns} turns`)
  })

  test('refuses to aggregate more than 1000 days', async () => {
    await assert.rejects(history.aggregateDays(marketIdOf('EURUSD'), 0, 1001 * dayMs, '1day'), RangeError)
  })

  test('refuses to aggregate a day that is not over', async () => {
    const todayMs = noonMs - (noonMs % dayMs)
    await assert.rejects(
      history.aggregateDays(marketIdOf('EURUSD'), todayMs, todayMs + dayMs, '1day'),
      RangeError,
    )
  })

  test('has no history of an unknown market', async () => {
    assert.deepEqual(await history.minutes(-1, noonMs - dayMs, noonMs), [])
    assert.equal(feed.lastQuoteAt?.(-1, noonMs), undefined)
  })

  test('emits the same ticks live that its history returns later', async () => {
    const emitted: FeedEvent[] = []
    await feed.start((event) => emitted.push(event))
    timers.advance(130_000)
    await feed.stop()
    for (const { id } of markets) {
      const ticks = emitted.flatMap((event) =>
        event.kind === 'tick' && event.marketId === id ? [event] : [],
      )
      const bids = ticks.filter(({ timeMs }) => timeMs >= noonMs).map(({ bid }) => bid)
      const candles = await history.minutes(id, noonMs, timers.clock.now())
      assert.equal(
        candles.reduce((sum, { volume }) => sum + volume, 0),
        bids.length,
      )
      assert.equal(candles[0]?.open, bids[0])
      assert.equal(candles.at(-1)?.close, bids.at(-1))
      const last = ticks.at(-1)
      assert.deepEqual(
        last && { bid: last.bid, ask: last.ask, timeMs: last.timeMs },
        feed.lastQuoteAt?.(id, timers.clock.now()),
      )
    }
  })
})

describe('the key of the simulated feed', () => {
  const keyOf = (changed: Partial<FeedParts>) => createFeed({ ...parts, ...changed }).key
  const [first, ...others] = markets
  const cases: readonly (readonly [string, Partial<FeedParts>])[] = [
    ['the seed', { source: { kind: 'sim', seed: seedOf('other'), origins } }],
    ['the rate of ticks', { source: { kind: 'sim', seed: seedOf('openlot'), origins, ticksPerSecond: 3 } }],
    ['the hours', { hoursMode: 'always' }],
    [
      'an origin',
      {
        source: {
          kind: 'sim',
          seed: seedOf('openlot'),
          origins: new Map(origins).set(marketIdOf('EURUSD'), { timeMs: 0, bid: 1 }),
        },
      },
    ],
    ['a precision', { markets: first === undefined ? [] : [{ ...first, pricePrecision: 1 }, ...others] }],
  ]
  for (const [what, changed] of cases) {
    test(`changes with ${what}`, () => assert.notEqual(keyOf(changed), keyOf({})))
  }

  test('does not depend on the order of the markets or on fields without influence on prices', () => {
    const renamed = markets.toReversed().map((market) => ({
      ...market,
      leverages: [],
      staleAfterMs: 1,
      jumpLimitPpm: 1,
      referencePrice: price(1),
    }))
    assert.equal(keyOf({ markets: renamed }), keyOf({}))
  })

  test('does not contain the seed', () => {
    const seed = Buffer.from(seedOf('openlot'))
    for (const encoding of ['hex', 'base64', 'latin1'] as const) {
      assert.ok(!keyOf({}).includes(seed.toString(encoding).slice(0, 8)), encoding)
    }
  })
})
