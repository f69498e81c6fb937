// How far a share moves while its exchange is closed.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { markets } from '#db/seed/markets.ts'
import { createSimModel } from '#server/feed/sim/sim-model.ts'
import { createMarketHours } from '#server/market-data/market-data.ts'
import { marketIdOf, modelledMarkets, seedOf } from '#test/feed/seeded-sim.ts'

const session = createMarketHours({
  mode: 'real',
  markets,
  fromMs: Date.UTC(2025, 11, 28),
  toMs: Date.UTC(2027, 11, 31),
})
const seeds = Array.from({ length: 12 }, (_, at) => seedOf(`gaps ${at}`))

/** The mean square of the moves from the last session before each of these local dates to the first one after it. */
function varianceOver(code: string, dates: readonly string[]): number {
  const spans = session.spansOf(marketIdOf(code))
  const gaps = dates.map((date) => {
    const noonMs = Date.parse(`${date}T12:00:00Z`)
    const after = spans.findIndex(({ fromMs }) => fromMs > noonMs)
    return { closeMs: spans[after - 1]?.toMs ?? assert.fail(), openMs: spans[after]?.fromMs ?? assert.fail() }
  })
  const moves = seeds.flatMap((seed) => {
    const model = createSimModel({
      seed,
      ticksPerSecond: 2,
      markets: modelledMarkets.filter((market) => market.code === code),
    })
    const openOf = (timeMs: number) =>
      model.get(marketIdOf(code))?.candle(Math.floor(timeMs / minuteMs)).open ?? assert.fail()
    return gaps.map(({ closeMs, openMs }) => Math.log(openOf(openMs) / openOf(closeMs - minuteMs)))
  })
  return moves.reduce((sum, move) => sum + move * move, 0) / moves.length
}

describe('the gap over a seeded holiday', () => {
  // Seeded holidays without a shortened day before them, and Saturdays of ordinary weekends.
  const table: readonly (readonly [code: string, holidays: string, weekends: string])[] = [
    [
      'TSLA',
      '2026-01-19 2026-05-25 2026-06-19 2026-09-07 2027-07-05',
      '2026-01-10 2026-03-14 2026-05-16 2026-09-19 2027-07-17',
    ],
    ['SAP.DE', '2026-05-01 2027-01-01', '2026-01-10 2026-05-16'],
    [
      '0700.HK',
      '2026-05-01 2026-07-01 2026-10-19 2027-06-09 2027-07-01',
      '2026-01-10 2026-03-14 2026-05-16 2026-09-19 2027-07-17',
    ],
    [
      '7203.T',
      '2026-01-12 2026-02-11 2026-04-29 2026-07-20 2026-08-11',
      '2026-01-17 2026-03-14 2026-05-16 2026-09-12 2027-07-10',
    ],
  ]
  for (const [code, holidays, weekends] of table) {
    test(`of ${code} is like that over a weekend`, () => {
      const ratio = varianceOver(code, holidays.split(' ')) / varianceOver(code, weekends.split(' '))
      // The factors of other exchanges go on. A day with full activity would give 4 and more.
      assert.ok(ratio < 3, String(ratio))
    })
  }
})
