import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { drawTicks, fillTickPath } from '#server/feed/sim/minute-ticks.ts'
import { samplesPerMinute } from '#server/feed/sim/random-process.ts'
import { fc } from '#test/fast-check.ts'

const startMs = 30_000_000 * minuteMs
const jumpAt = fc.record({
  slot: fc.integer({ min: 1, max: 15 }),
  within: fc.integer({ min: 0, max: 65_535 }).map((word) => (word + 0.5) / 65_536),
  size: fc.constantFrom(-0.01, 0.01),
})
const anyCount = fc.integer({ min: samplesPerMinute, max: 2400 })

/** A minute without moves of its own, so that the jump alone is seen. */
function ticksOf(count: number, jumps: readonly { slot: number; within: number; size: number }[]) {
  const path = {
    samples: new Float64Array(samplesPerMinute),
    jumps,
    deviation: 0,
    typicalVariance: 1,
    minutesSinceJump: Number.POSITIVE_INFINITY,
  }
  const logarithms = new Float64Array(count)
  fillTickPath(path, count, new Uint8Array(count), 0, logarithms)
  // The words give every tick the middle of its time, and the typical spread.
  const words = new Uint8Array(4 * count).fill(127)
  const bidOf = (logarithm: number) => Math.round(1_000_000 * (1 + logarithm))
  return drawTicks({ path, startMs, logarithms, words, bidOf, spreadPpm: 100 })
}

describe('a jump', () => {
  test('happens between two ticks, and the price stays there', () => {
    fc.assert(
      fc.property(anyCount, jumpAt, (count, jump) => {
        const { bids } = ticksOf(count, [jump])
        const after = 1_000_000 * (1 + jump.size)
        const first = bids.indexOf(after)
        assert.ok(first > 0)
        bids.forEach((bid, at) => void assert.equal(bid, at < first ? 1_000_000 : after))
      }),
    )
  })

  test('shows in all markets at the same millisecond, whatever their number of ticks', () => {
    fc.assert(
      fc.property(anyCount, anyCount, jumpAt, (one, other, jump) => {
        const times = [one, other].map((count) => {
          const { bids, timesMs } = ticksOf(count, [jump])
          return timesMs[bids.findIndex((bid) => bid !== 1_000_000)]
        })
        assert.equal(times[0], times[1])
      }),
    )
  })

  test('widens the spread from then on, not before', () => {
    fc.assert(
      fc.property(anyCount, jumpAt, (count, jump) => {
        const { bids, asks } = ticksOf(count, [jump])
        bids.forEach((bid, at) => {
          const spread = ((asks[at] ?? 0) - bid) / bid
          assert.ok(bid === 1_000_000 ? spread < 0.00015 : spread > 0.0002, String(spread))
        })
      }),
    )
  })

  test('keeps the ticks in time order, with a second jump in the same minute too', () => {
    fc.assert(
      fc.property(anyCount, jumpAt, jumpAt, (count, one, other) => {
        const jumps = [one, other].sort((left, right) => left.slot - right.slot || left.within - right.within)
        const { timesMs, bids } = ticksOf(count, jumps)
        timesMs.forEach((timeMs, at) => {
          assert.ok(timeMs > (timesMs[at - 1] ?? startMs - 1) && timeMs < startMs + minuteMs)
        })
        assert.equal(bids.at(-1), Math.round(1_000_000 * (1 + one.size + other.size)))
      }),
    )
  })
})
