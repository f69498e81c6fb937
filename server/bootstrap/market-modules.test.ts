import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { prepareMarketModules } from '#server/bootstrap/market-modules.ts'
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
