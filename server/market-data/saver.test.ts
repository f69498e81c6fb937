import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
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
    feed: { key: `saved ${sources}`, governedBy, history: undefined },
    publish: () => undefined,
  })
}

function tell(room: MarketDataRoom, bid: number, timeMs = nowMs): void {
  room.accept({ kind: 'tick', marketId: euro, bid, ask: bid + 8, timeMs })
}

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
