import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { prepareMarketModules } from '#server/bootstrap/market-modules.ts'
import { loadMarkets } from '#server/market-data/market-data.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const noon = Date.UTC(2026, 10, 4, 12)
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})

after(() => database.drop())

describe('market modules', () => {
  test('resume prices within a minute after the machine slept past the known trading hours', async () => {
    const timers = createFakeTimers(noon)
    let sleptMs = 0
    const prices = await prepareMarketModules({
      config: { feed: { kind: 'sim', seed: 'openlot', ticksPerSecond: 2 }, simHours: 'relaxed' },
      pool: database.pool,
      log: createLog('silent'),
      clock: { now: () => timers.clock.now() + sleptMs, elapsed: timers.clock.elapsed },
      timers,
      random: systemRandom,
      metrics: createMetrics(),
      publish: () => undefined,
      publishPastFilled: () => undefined,
      onFatal: assert.fail,
    })
    // The feed name is shown on receipts, so it must not reveal the seed.
    assert.match(prices.feedName, /^sim:\d+$/)
    // Receipts with and without a quote name the simulation alike.
    assert.deepEqual(prices.marketData.sources(), [{ name: prices.feedName, isLive: true }])
    prices.startFeed()
    const states = () => new Set(prices.marketData.views().map(({ state }) => state))
    timers.advance(1000)
    assert.ok(states().has('open'))
    sleptMs = 20 * dayMs
    timers.advance(61_000)
    assert.ok(states().has('open'))
    await prices.stop()
  })

  test('go on from the prices of an older version, which stored only its last quotes', async () => {
    const old = await createTestDatabase()
    try {
      const { markets } = await loadMarkets(old.pool)
      const quotedMs = noon - 4000
      await old.pool.query(`insert into feed_sources (key) values ('sim:openlot:1:2:relaxed:abc')`)
      // A dollar pair, a market of its own kind, and a cross, all far from their reference prices.
      const bids = new Map([
        ['EURUSD', 131_234],
        ['USDJPY', 123_456],
        ['EURJPY', 162_016],
        ['SPX500', 51_234],
      ])
      for (const [code, bid] of bids) {
        await old.pool.query(
          `insert into last_quotes (source_id, market_id, bid, ask, quoted_ms, seq)
           select feed_sources.id, $1, $2::bigint, $2::bigint + 5, $3, 1 from feed_sources`,
          [markets.find((market) => market.code === code)?.id, bid, quotedMs],
        )
      }
      const timers = createFakeTimers(noon)
      const prices = await prepareMarketModules({
        config: { feed: { kind: 'sim', seed: undefined, ticksPerSecond: 2 }, simHours: 'always' },
        ...{ pool: old.pool, log: createLog('silent'), clock: timers.clock, timers, random: systemRandom },
        ...{ metrics: createMetrics(), publish: () => undefined, publishPastFilled: () => undefined },
        onFatal: assert.fail,
      })
      prices.startFeed()
      timers.advance(1000)
      for (const view of prices.marketData.views()) {
        const bid = bids.get(view.market.code) ?? view.market.referencePrice
        const now = view.quote?.bid ?? 0
        const isDerived = /^(?!USD).{6}$/.test(view.market.code) && !view.market.code.endsWith('USD')
        if (isDerived && !bids.has(view.market.code)) continue
        assert.ok(Math.abs(now / bid - 1) < 0.002, `${view.market.code} ${bid} ${now}`)
      }
      await prices.stop()
    } finally {
      await old.drop()
    }
  })

  test('stop within their share of the time, although the database does not answer', async () => {
    const timers = createFakeTimers(noon)
    let isSilent = false
    const pool = new Proxy(database.pool, {
      get: (real, name) =>
        isSilent && (name === 'query' || name === 'connect')
          ? () => new Promise(() => undefined)
          : Reflect.get(real, name),
    })
    const prices = await prepareMarketModules({
      config: { feed: { kind: 'sim', seed: 'openlot', ticksPerSecond: 2 }, simHours: 'relaxed' },
      ...{ pool, log: createLog('silent'), clock: timers.clock, timers, random: systemRandom },
      ...{
        metrics: createMetrics(),
        publish: () => undefined,
        publishPastFilled: () => undefined,
        onFatal: assert.fail,
      },
    })
    prices.startFeed()
    timers.advance(1000)
    isSilent = true
    let isStopped = false
    const stopped = prices.stop().then(() => {
      isStopped = true
    })
    timers.advance(stopBoundsMs.prices - 1)
    await new Promise(setImmediate)
    assert.ok(!isStopped)
    timers.advance(1)
    await stopped
  })
})
