import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { foldCandles } from '#core/candle/candle.ts'
import { dayMs } from '#core/candle/period.ts'
import { createMarketData, loadMarkets, type MarketDataRoom } from '#server/market-data/market-data.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
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

type Setting = { readonly governedBy?: 'calendar' | 'feed'; readonly pool?: TestDatabase['pool'] }

function open({ governedBy = 'calendar', pool = database.pool }: Setting = {}): Promise<MarketDataRoom> {
  return createMarketData({
    ...listed,
    pool,
    log: createLog('silent'),
    clock: { now: () => nowMs, elapsed: () => nowMs },
    metrics: createMetrics(),
    spansOf: () => [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }],
    feed: { key: `saved ${sources}`, stateSource: governedBy, history: undefined },
    publish: () => undefined,
  })
}

function tell(room: MarketDataRoom, bid: number, timeMs = nowMs): void {
  room.accept({ kind: 'tick', marketId: euro, bid, ask: bid + 8, timeMs })
}

const candles = (room: MarketDataRoom, period: '1min' | '60min' | '1day') =>
  room.candles({ marketId: euro, period, limit: 500 })

describe('a market that has been quiet for long', () => {
  test('still has its chart after a restart, though its minutes are gone', async () => {
    nowMs = midnight - 3 * 3_600_000
    const room = await open()
    tell(room, 100_000)
    tell(room, 100_020)
    await room.save()
    nowMs += 45 * dayMs
    await room.save()
    const before = await candles(room, '60min')
    assert.deepEqual(
      before.map(({ volume }) => volume),
      [2],
    )
    const again = await open()
    assert.equal(again.view(euro)?.quote?.bid, 100_020)
    assert.deepEqual(await candles(again, '60min'), before)
    assert.deepEqual(await candles(again, '1day'), foldCandles(before, '1day'))
  })
})

describe('a day that is over', () => {
  test('has all its quotes, also those that are heard a little after midnight', async () => {
    nowMs = midnight - 30_000
    const room = await open()
    tell(room, 100_000)
    nowMs = midnight + 500
    await room.save()
    tell(room, 100_020, midnight - 10)
    tell(room, 100_030)
    nowMs += 3 * dayMs
    tell(room, 100_040)
    await room.save()
    const [day] = await candles(room, '1day')
    assert.deepEqual([day?.close, day?.volume], [100_020, 2])
    const minutes = await candles(room, '1min')
    assert.deepEqual(foldCandles(minutes, '60min'), await candles(room, '60min'))
  })

  test('is folded after a restart if it could not be before, and a day without a quote is none', async () => {
    const quotedOn = [0, 2, 3, 7].map((days) => midnight + days * dayMs)
    for (const timeMs of quotedOn) {
      nowMs = timeMs
      const room = await open()
      tell(room, 100_000)
      // Its first batch is its last, as when it is killed: what it finds unfolded are the days before.
      await room.save()
    }
    nowMs += 20 * dayMs
    const room = await open()
    tell(room, 100_010)
    await room.save()
    const starts = (await candles(room, '1day')).map(({ startMs }) => startMs)
    assert.deepEqual(starts, [...quotedOn, nowMs])
  })
})

describe('what was stored by a clock that was a year ahead', () => {
  for (const governedBy of ['calendar', 'feed'] as const) {
    test(`does not shut out the prices of today, where the ${governedBy} governs`, async () => {
      nowMs = midnight + 365 * dayMs
      const room = await open({ governedBy })
      tell(room, 100_010)
      await room.save()
      nowMs = midnight
      const again = await open({ governedBy })
      assert.equal(again.view(euro)?.quote, undefined)
      tell(again, 100_020)
      assert.equal(again.view(euro)?.quote?.bid, 100_020)
      const minutes = await candles(again, '1min')
      assert.deepEqual(
        minutes.map(({ startMs, close }) => [startMs, close]),
        [[midnight, 100_020]],
      )
      await again.save()
      assert.equal((await open({ governedBy })).view(euro)?.quote?.bid, 100_020)
    })
  }
})

describe('a database that is away', () => {
  test('is tried once for all who called meanwhile, and gets everything in the end', async () => {
    nowMs = midnight
    const away = { isAway: true, tried: 0, gate: Promise.withResolvers<void>() }
    const room = await open({ pool: poolThatFails(away) })
    const saves: Promise<void>[] = []
    for (let step = 0; step < 100; step++) {
      tell(room, 100_000 + step)
      saves.push(room.save())
      await Promise.resolve()
    }
    away.gate.resolve()
    await Promise.all(saves)
    assert.equal(away.tried, 2)
    away.isAway = false
    await room.save()
    assert.equal((await open()).view(euro)?.quote?.bid, 100_099)
  })

  test('gets what piled up meanwhile in pieces that it can take', async () => {
    const sizes: number[] = []
    const query = async (sql: string, values: readonly unknown[]) => {
      if (sql.includes('insert into minute_candles')) sizes.push((values[1] as readonly number[]).length)
      return await database.pool.query(sql, [...values])
    }
    const room = await open({ pool: { query } as unknown as TestDatabase['pool'] })
    const ids = listed.markets.slice(0, 5).map(({ id }) => id)
    for (nowMs = midnight; nowMs < midnight + 2 * dayMs; nowMs += 60_000) {
      for (const marketId of ids) {
        room.accept({ kind: 'tick', marketId, bid: 100_000, ask: 100_008, timeMs: nowMs })
      }
    }
    await room.save()
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      5 * 2880,
    )
    assert.ok(Math.max(...sizes) <= 10_000)
  })
})

type Away = { isAway: boolean; tried: number; readonly gate: PromiseWithResolvers<void> }

/** Storing quotes takes its time and fails, as long as it is away. */
function poolThatFails(away: Away): TestDatabase['pool'] {
  const { pool } = database
  const query = async (sql: string, values: readonly unknown[]) => {
    if (away.isAway && sql.includes('insert into last_quotes')) {
      away.tried += 1
      await away.gate.promise
      throw new Error('away')
    }
    return await pool.query(sql, [...values])
  }
  return { query } as unknown as TestDatabase['pool']
}
