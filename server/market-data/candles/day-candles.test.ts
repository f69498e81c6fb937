import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { Shelf } from '#server/market-data/candles/candle-store.ts'
import { createDayShelf } from '#server/market-data/candles/day-candles.ts'

const start = Date.UTC(2026, 10, 4)

/** A database that has one day of the market and answers when it is let. */
function createSlowPool() {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  const row = { start_ms: start, open: 5, high: 7, low: 4, close: 6, volume: 3, five_minutes: null }
  const query = async (sql: string) => {
    asked.push(sql)
    await gate.promise
    return { rows: [row] }
  }
  return { asked, gate, pool: { query } as unknown as Shelf['pool'] }
}

describe('the shelf of days', () => {
  test('lets nobody wait for somebody else where nothing has to be folded', async () => {
    const { asked, gate, pool } = createSlowPool()
    const shelf = { pool, source: 1, marketId: 1 }
    const days = createDayShelf({ shelf, history: undefined, spans: () => [] })
    const reads = Array.from({ length: 20 }, () => days.read(start, start + dayMs, '1day'))
    await new Promise(setImmediate)
    assert.equal(asked.length, 20)
    gate.resolve()
    for (const read of reads) assert.equal((await read)[0]?.volume, 3)
  })
})
