import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { CandleSeries } from '#server/market-data/candles/candle-store.ts'
import { createDayCandles } from '#server/market-data/candles/day-candles.ts'

const start = Date.UTC(2026, 10, 4)

/** A database that holds one day candle and answers when the gate opens. */
function createSlowPool() {
  const gate = Promise.withResolvers<void>()
  const queries: string[] = []
  const row = { start_ms: start, open: 5, high: 7, low: 4, close: 6, volume: 3, five_minutes: null }
  const query = async (sql: string) => {
    queries.push(sql)
    await gate.promise
    return { rows: [row] }
  }
  return { queries, gate, pool: { query } as unknown as CandleSeries['pool'] }
}

describe('day candles', () => {
  test('runs reads concurrently when nothing has to be aggregated', async () => {
    const { queries, gate, pool } = createSlowPool()
    const series = { pool, source: 1, marketId: 1 }
    const days = createDayCandles({ series, history: undefined, spans: () => [] })
    const reads = Array.from({ length: 20 }, () => days.read(start, start + dayMs, '1day'))
    await new Promise(setImmediate)
    assert.equal(queries.length, 20)
    gate.resolve()
    for (const read of reads) assert.equal((await read)[0]?.volume, 3)
  })
})
