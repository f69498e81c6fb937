import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { firstEndingAfter } from '#core/market/trading-hours.ts'
import { markets } from '#db/seed/markets.ts'
import { openTicks } from '#server/feed/sim/sim-history.ts'
import { createSimModel } from '#server/feed/sim/sim-model.ts'
import { modelParts, noonMs, realHours } from '#test/feed/seeded-sim.ts'

/** The clock that dates ticks may run at nine tenths of its speed, and ticks are emitted in steps of 50 ms. */
const slowest = 10 / 9
const emittedWithinMs = 100
/** Of each session the first, the middle and the last minutes are checked. */
const sampledMinutes = 5

describe('the longest pause between simulated ticks in open hours', () => {
  for (const ticksPerSecond of [0.1, 2]) {
    const model = createSimModel({ ...modelParts, ticksPerSecond })
    test(`stays below the limit of every market, at ${ticksPerSecond} ticks per second`, () => {
      for (const { id, code, staleAfterMs } of markets) {
        const market = model.get(id) ?? assert.fail(code)
        const spans = realHours.spansOf(id)
        const first = firstEndingAfter(spans, noonMs)
        for (const span of spans.slice(first, first + 2)) {
          const last = Math.floor((span.toMs - 1) / minuteMs)
          const opening = Math.ceil(span.fromMs / minuteMs)
          const middle = Math.floor((opening + last) / 2)
          for (const from of [opening, middle, last - sampledMinutes]) {
            let beforeMs = from * minuteMs
            for (let minute = from; minute < from + sampledMinutes; minute++) {
              for (const { timeMs } of openTicks(market, spans, minute)) {
                const pauseMs = (timeMs - beforeMs) * slowest + emittedWithinMs
                assert.ok(pauseMs < staleAfterMs, `${code}: ${pauseMs} ms before ${timeMs}`)
                beforeMs = timeMs
              }
            }
            const pauseMs = ((from + sampledMinutes) * minuteMs - beforeMs) * slowest
            assert.ok(pauseMs < staleAfterMs, `${code}: no tick after ${beforeMs}`)
          }
        }
      }
    })
  }
})
