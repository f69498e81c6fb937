import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createReplays } from '#test/feed/replay-harness.ts'

const { file: fileOf, replayOf, remove } = createReplays()
after(remove)

/** Recorded prices are not part of the repository. RECORDED_PRICES names their folder. */
const recordings =
  process.env['RECORDED_PRICES'] ?? join(import.meta.dirname, '../../../../shared/data/market')
const recording = join(recordings, 'EURUSD_ticks_2026-07-13T12_dukascopy.csv.gz')
const skip = existsSync(recording) ? false : 'no recorded prices found; set RECORDED_PRICES to their folder'

describe('a recording of one hour', () => {
  test('is replayed tick by tick', { skip }, async () => {
    const [, ...lines] = gunzipSync(readFileSync(recording)).toString().trim().split('\n')
    const ticks = lines.map((line) => line.split(','))
    const firstMs = Number(ticks[0]?.[0])
    const rows = ticks.map(([timeMs, bid, ask]) => `EURUSD,${Number(timeMs) - firstMs},${bid},${ask}`)
    writeFileSync(fileOf('hour.csv.gz'), gzipSync(['code,time,bid,ask', ...rows].join('\n')))
    const { start, state, until, events, advance, clock } = replayOf(fileOf('hour.csv.gz'), 60)
    start()
    await until(() => state() === 'ready')
    const startedMs = clock.now()
    advance(60_000)
    await until(() => events().length === ticks.length)
    for (const [at, event] of events().entries()) {
      const [, bid = '', ask = ''] = ticks[at] ?? []
      assert.ok(event.kind === 'tick')
      assert.deepEqual([event.bid, event.ask], [steps(bid), steps(ask)])
      assert.ok(event.timeMs >= startedMs && event.timeMs <= startedMs + 60_000)
    }
  })
})

/** Converts a recorded price, which has at most five decimals, to steps. */
function steps(decimal: string): number {
  const [whole = '', fraction = ''] = decimal.split('.')
  return Number(`${whole}${fraction.padEnd(5, '0')}`)
}
