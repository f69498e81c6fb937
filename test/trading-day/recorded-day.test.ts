import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { markets } from '#db/seed/markets.ts'
import { runRecordedDay } from '#test/trading-day/recorded-day.ts'
import { readTicks } from '#tools/simulation/recorded-prices.ts'

/** The folder of recorded prices. It is not part of the repository; RECORDED_PRICES overrides its path. */
const recordings = process.env['RECORDED_PRICES'] ?? join(import.meta.dirname, '../../../shared/data/market')

/** Replayed periods: the start of a week, an hour of a calm day, a holiday, an hour of bitcoin. */
const slices = [
  { file: 'EURUSD_ticks_2014-05-04_09_oanda.csv.gz', code: 'EURUSD', from: 0 },
  { file: 'EURUSD_ticks_2014-05-04_09_oanda.csv.gz', code: 'EURUSD', from: 180_000 },
  { file: 'EURUSD_ticks_2026-07-13T12_dukascopy.csv.gz', code: 'EURUSD', from: 0 },
  { file: 'BTCUSD_ticks_2023-02-20T12_dukascopy.csv.gz', code: 'BTCUSD', from: 0 },
  { file: 'SPX500_ticks_2023-09-04_dukascopy.csv.gz', code: 'SPX500', from: 8000 },
]
const ticksInSlice = 1000

describe('on recorded prices', () => {
  for (const { file, code, from } of slices) {
    const path = join(recordings, file)
    const skip = existsSync(path) ? false : 'no recorded prices here; RECORDED_PRICES may name their folder'
    test(`the engine agrees with the oracle: ${file} from tick ${from}`, { skip }, async () => {
      const market = markets.find((one) => one.code === code)
      assert.ok(market)
      const ticks = readTicks(path).slice(from, from + ticksInSlice)
      assert.equal(ticks.length, ticksInSlice)
      const counts = await runRecordedDay({ market, ticks, seed: from + 2 })
      for (const name of ['done: open_order', 'closed: stop_loss', 'closed: take_profit', 'limit filled'])
        assert.ok((counts.get(name) ?? 0) > 0, name)
    })
  }
})
