import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { aggregateCandles } from '#core/candle/candle.ts'
import { dayMs } from '#core/candle/period.ts'
import { createMarketData, loadMarkets, type MarketDataService } from '#server/market-data/market-data.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const midnight = Date.UTC(2026, 10, 5)

let database: TestDatabase
let listed: Awaited<ReturnType<typeof loadMarkets>>
let euro = 0
let nowMs = midnight
let sources = 0

before(async () => {
  database = await createTestDatabase()
  listed = await loadMarkets(database.pool)
  euro = listed.markets.find(({ code }) => code === 'EURUSD')?.id ?? 0
})

after(() => database.drop())

beforeEach(() => {
  sources += 1
})

type Options = { readonly stateSource?: 'calendar' | 'feed'; readonly pool?: TestDatabase['pool'] }

function open({ stateSource = 'calendar', pool = database.pool }: Options = {}): Promise<MarketDataService> {
  return createMarketData({
    ...listed,
    pool,
    timers: systemTimers,
    log: createLog('silent'),
    clock: { now: () => nowMs, elapsed: () => nowMs },
    metrics: createMetrics(),
    spansOf: () => [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }],
    feed: {
      key: sourceKey(),
      sources: [{ kind: 'test', key: sourceKey() }],
      stateSource,
      history: undefined,
      lastQuoteAt: undefined,
    },
    publish: () => undefined,
    publishPastFilled: () => undefined,
  })
}

const sourceKey = () => `saved ${sources}`

function sendTick(marketData: MarketDataService, bid: number, timeMs = nowMs): void {
  marketData.onFeedEvent({ kind: 'tick', source: sourceKey(), marketId: euro, bid, ask: bid + 8, timeMs })
}

const candles = (marketData: MarketDataService, period: '1min' | '60min' | '1day') =>
  marketData.candles({ marketId: euro, period, limit: 500 })

describe('a market without recent quotes', () => {
  test('still has its chart after a restart, although its minutes are deleted', async () => {
    nowMs = midnight - 3 * 3_600_000
    const marketData = await open()
    sendTick(marketData, 100_000)
    sendTick(marketData, 100_020)
    await marketData.save()
    nowMs += 45 * dayMs
    await marketData.save()
    const before = await candles(marketData, '60min')
    assert.deepEqual(
      before.map(({ volume }) => volume),
      [2],
    )
    const again = await open()
    assert.equal(again.view(euro)?.quote?.bid, 100_020)
    assert.deepEqual(await candles(again, '60min'), before)
    assert.deepEqual(await candles(again, '1day'), aggregateCandles(before, '1day'))
  })
})

describe('a complete day', () => {
  test('includes quotes that arrive shortly after midnight', async () => {
    nowMs = midnight - 30_000
    const marketData = await open()
    sendTick(marketData, 100_000)
    nowMs = midnight + 500
    await marketData.save()
    sendTick(marketData, 100_020, midnight - 10)
    sendTick(marketData, 100_030)
    nowMs += 3 * dayMs
    sendTick(marketData, 100_040)
    await marketData.save()
    const [day] = await candles(marketData, '1day')
    assert.deepEqual([day?.close, day?.volume], [100_020, 2])
    const minutes = await candles(marketData, '1min')
    assert.deepEqual(aggregateCandles(minutes, '60min'), await candles(marketData, '60min'))
  })

  test('is aggregated after a restart if the server stopped too early, and a day without quotes is skipped', async () => {
    const quotedOn = [0, 2, 3, 7].map((days) => midnight + days * dayMs)
    for (const timeMs of quotedOn) {
      nowMs = timeMs
      const marketData = await open()
      sendTick(marketData, 100_000)
      // The server saves once and is then abandoned, as if killed. That save aggregates only earlier days.
      await marketData.save()
    }
    nowMs += 20 * dayMs
    const marketData = await open()
    sendTick(marketData, 100_010)
    await marketData.save()
    const starts = (await candles(marketData, '1day')).map(({ startMs }) => startMs)
    assert.deepEqual(starts, [...quotedOn, nowMs])
  })
})

describe('a quote stored while the clock was a year ahead', () => {
  for (const stateSource of ['calendar', 'feed'] as const) {
    test(`does not block the ticks of today, state by ${stateSource}`, async () => {
      nowMs = midnight + 365 * dayMs
      const marketData = await open({ stateSource })
      sendTick(marketData, 100_010)
      await marketData.save()
      nowMs = midnight
      const again = await open({ stateSource })
      assert.equal(again.view(euro)?.quote, undefined)
      sendTick(again, 100_020)
      assert.equal(again.view(euro)?.quote?.bid, 100_020)
      const minutes = await candles(again, '1min')
      assert.deepEqual(
        minutes.map(({ startMs, close }) => [startMs, close]),
        [[midnight, 100_020]],
      )
      await again.save()
      assert.equal((await open({ stateSource })).view(euro)?.quote?.bid, 100_020)
    })
  }
})

describe('an unavailable database', () => {
  test('is tried once for all concurrent saves and receives everything later', async () => {
    nowMs = midnight
    const outage = { isDown: true, tried: 0, gate: Promise.withResolvers<void>() }
    const marketData = await open({ pool: poolThatFails(outage) })
    const saves: Promise<void>[] = []
    for (let step = 0; step < 100; step++) {
      sendTick(marketData, 100_000 + step)
      saves.push(marketData.save())
      await Promise.resolve()
    }
    outage.gate.resolve()
    await Promise.all(saves)
    assert.equal(outage.tried, 2)
    outage.isDown = false
    await marketData.save()
    assert.equal((await open()).view(euro)?.quote?.bid, 100_099)
  })

  test('receives a backlog in batches of at most 10,000 rows', async () => {
    const sizes: number[] = []
    const query = async (sql: string, values: readonly unknown[]) => {
      if (sql.includes('insert into minute_candles')) sizes.push((values[1] as readonly number[]).length)
      return await database.pool.query(sql, [...values])
    }
    const marketData = await open({ pool: { query } as unknown as TestDatabase['pool'] })
    const ids = listed.markets.slice(0, 5).map(({ id }) => id)
    for (nowMs = midnight; nowMs < midnight + 2 * dayMs; nowMs += 60_000) {
      for (const marketId of ids) {
        marketData.onFeedEvent({
          kind: 'tick',
          source: sourceKey(),
          marketId,
          bid: 100_000,
          ask: 100_008,
          timeMs: nowMs,
        })
      }
    }
    await marketData.save()
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      5 * 2880,
    )
    assert.ok(Math.max(...sizes) <= 10_000)
  })
})

type Outage = { isDown: boolean; tried: number; readonly gate: PromiseWithResolvers<void> }

/** Saving quotes waits for the gate and fails while the database is down. */
function poolThatFails(outage: Outage): TestDatabase['pool'] {
  const { pool } = database
  const query = async (sql: string, values: readonly unknown[]) => {
    if (outage.isDown && sql.includes('insert into last_quotes')) {
      outage.tried += 1
      await outage.gate.promise
      throw new Error('database is down')
    }
    return await pool.query(sql, [...values])
  }
  return { query } as unknown as TestDatabase['pool']
}
