import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { markets } from '#db/seed/markets.ts'
import { parsePriceSteps, parseRow } from '#server/feed/replay/replay-rows.ts'
import { marketIdOf } from '#test/feed/seeded-sim.ts'

describe('parseRow', () => {
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
    test(`"${line.trim()}" is parsed`, () => assert.deepEqual(parseRow(line, byCode), { ok: true, row }))
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
    test(`"${line}" is rejected as ${reason}`, () => {
      const parsed = parseRow(line, byCode)
      assert.equal(parsed.ok ? undefined : parsed.reason, reason)
    })
  }
})

describe('parsePriceSteps', () => {
  const cases: readonly (readonly [text: string, precision: number, steps: number])[] = [
    ['1.08427', 5, 108_427],
    ['1.084', 5, 108_400],
    ['1', 5, 100_000],
    ['150', 0, 150],
    ['0', 3, 0],
    ['1.084271', 5, 108_427],
    ['1.084279', 5, 108_428],
    ['1.084275', 5, 108_428],
    ['1.084265', 5, 108_426],
    ['1.0842650', 5, 108_426],
    ['1.08426500001', 5, 108_427],
    ['2.5', 0, 2],
    ['3.5', 0, 4],
    ['0.99999', 2, 100],
    ['', 5, Number.NaN],
    ['abc', 5, Number.NaN],
    ['-1.5', 5, Number.NaN],
    ['1e5', 5, Number.NaN],
    ['NaN', 5, Number.NaN],
    ['Infinity', 5, Number.NaN],
    ['1.', 5, Number.NaN],
    ['.5', 5, Number.NaN],
    ['1,5', 5, Number.NaN],
    ['999999999999999', 5, Number.NaN],
  ]

  for (const [text, precision, steps] of cases) {
    test(`"${text}" with ${precision} decimals is ${steps} steps`, () =>
      assert.equal(parsePriceSteps(text, precision), steps))
  }
})
