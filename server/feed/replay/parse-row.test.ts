import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markets } from '#db/seed/markets.ts'
import { parseRow } from '#server/feed/replay/parse-row.ts'
import { marketIdOf } from '#test/feed/seeded-sim.ts'

const byCode = new Map(markets.map((market) => [market.code, market]))
const marketId = marketIdOf('EURUSD')

const rows: readonly (readonly [line: string, row: object])[] = [
  ['EURUSD,0,1.1,1.10012', { marketId, atMs: 0, kind: 'tick', bid: 110_000, ask: 110_012 }],
  ['EURUSD,12.5,1.1,1.2', { marketId, atMs: 12.5, kind: 'tick', bid: 110_000, ask: 120_000 }],
  [' EURUSD , 7 , 1.1 , 1.2 \r', { marketId, atMs: 7, kind: 'tick', bid: 110_000, ask: 120_000 }],
  ['EURUSD,1,,', { marketId, atMs: 1, kind: 'closed' }],
  ['EURUSD,1,stale,', { marketId, atMs: 1, kind: 'stale' }],
  ['EURUSD,1,stale,1.2', { marketId, atMs: 1, kind: 'stale' }],
  ['EURUSD,1,x,1.2', { marketId, atMs: 1, kind: 'tick', bid: Number.NaN, ask: 120_000 }],
  ['EURUSD,1,1.1,', { marketId, atMs: 1, kind: 'tick', bid: 110_000, ask: Number.NaN }],
]
for (const [line, row] of rows) {
  test(`"${line.trim()}" is a row`, () => assert.deepEqual(parseRow(line, byCode), { ok: true, row }))
}

const problems: readonly (readonly [line: string, reason: string])[] = [
  ['NOSUCH,0,1,2', 'unknown_code'],
  ['eurusd,0,1,2', 'unknown_code'],
  ['EURUSD,0,1', 'malformed'],
  ['EURUSD,0,1,2,3', 'malformed'],
  ['EURUSD,,1,2', 'malformed'],
  ['EURUSD,-1,1,2', 'malformed'],
  ['EURUSD,soon,1,2', 'malformed'],
  ['hello', 'malformed'],
]
for (const [line, reason] of problems) {
  test(`"${line}" is skipped: ${reason}`, () => {
    const parsed = parseRow(line, byCode)
    assert.equal(parsed.ok ? undefined : parsed.reason, reason)
  })
}
