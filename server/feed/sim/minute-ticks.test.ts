import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { createKeyStreams } from '#server/feed/sim/key-stream.ts'
import type { PriceJump } from '#server/feed/sim/market-path.ts'
import { drawTicks } from '#server/feed/sim/minute-ticks.ts'
import { fc } from '#test/fast-check.ts'
import { seedOf } from '#test/feed/seeded-sim.ts'

const startMs = 30_000_000 * minuteMs
const streams = createKeyStreams(seedOf('minutes'))
const anySteps = fc.constantFrom(12, 48, 96)
/** Ticks beyond one for each step. */
const anyRepeats = fc.integer({ min: 0, max: 2300 })
const anyPoints = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 97, maxLength: 97 })
const bidOf = (logarithm: number) => 1_000_000 + logarithm

/** Ticks of a minute that moves to these bids, counted from 1,000,000. */
function ticksOf(
  code: string,
  steps: number,
  repeats: number,
  points: readonly number[],
  jumps: readonly PriceJump[] = [],
) {
  const count = steps + repeats
  return drawTicks({
    path: {
      points: Float64Array.from(points.slice(0, steps + 1)),
      deviation: 0,
      typicalVariance: 1,
    },
    jumps,
    startMs,
    count,
    stepWords: streams('steps', 2 * steps),
    words: streams(code, 6 * count),
    bidOf,
    spreadPpm: 100,
  })
}

describe('the ticks of a minute', () => {
  test('are in time order within it', () => {
    fc.assert(
      fc.property(anySteps, anyRepeats, anyPoints, (steps, repeats, points) => {
        const { timesMs } = ticksOf('A', steps, repeats, points)
        timesMs.forEach((timeMs, at) => {
          assert.ok(timeMs > (timesMs[at - 1] ?? startMs - 1) && timeMs < startMs + minuteMs)
        })
      }),
    )
  })

  test('move at the same milliseconds in all markets, whatever their number', () => {
    fc.assert(
      fc.property(anySteps, anyRepeats, anyRepeats, (steps, one, other) => {
        // Each step moves by more than the noise of the ticks between.
        const points = Array.from({ length: 97 }, (_, at) => 10 * at)
        const movesOf = (code: string, repeats: number) => {
          const { timesMs, bids } = ticksOf(code, steps, repeats, points)
          return timesMs.filter((_, at) => (bids[at] ?? 0) - (bids[at - 1] ?? 0) > 5)
        }
        assert.equal(movesOf('A', one).length, steps)
        assert.deepEqual(movesOf('A', one), movesOf('B', other))
      }),
    )
  })

  test('between moves stay within a step of the last move, and within the minute', () => {
    fc.assert(
      fc.property(anySteps, anyRepeats, anyPoints, (steps, repeats, points) => {
        const { timesMs, bids } = ticksOf('A', steps, repeats, points)
        const moved = points.slice(1, steps + 1).map(bidOf)
        const [lowest, highest] = [Math.min(...moved), Math.max(...moved)]
        const stepMs = minuteMs / steps
        bids.forEach((bid, at) => {
          const last = moved[Math.floor(((timesMs[at] ?? 0) - startMs) / stepMs)] ?? 0
          assert.ok(Math.abs(bid - last) <= 1 && bid >= lowest && bid <= highest, `${bid} ${last}`)
        })
        assert.equal(Math.max(...bids), highest)
        assert.equal(Math.min(...bids), lowest)
      }),
    )
  })

  test('up to a step are the same whatever the moves after it', () => {
    fc.assert(
      fc.property(
        anySteps,
        anyRepeats,
        anyPoints,
        anyPoints,
        fc.nat(95),
        (steps, repeats, one, other, at) => {
          const common = at % steps
          const others = [...one.slice(0, common + 1), ...other.slice(common + 1)]
          const publicBy = (points: readonly number[]) => {
            const { timesMs, bids, asks } = ticksOf('A', steps, repeats, points)
            const shown = timesMs.filter((timeMs) => timeMs < startMs + (common * minuteMs) / steps).length
            return [timesMs, bids, asks].map((column) => column.slice(0, shown))
          }
          assert.deepEqual(publicBy(one), publicBy(others))
        },
      ),
    )
  })

  test('have a wider spread from a jump on, not before', () => {
    fc.assert(
      fc.property(anySteps, anyRepeats, fc.integer({ min: 1, max: 12 }), (steps, repeats, jump) => {
        const points = Array.from({ length: 97 }, (_, at) => (at < jump ? 0 : 10_000))
        const { bids, asks } = ticksOf('A', steps, repeats, points, [
          { minutesAgo: 0, point: jump, size: 0.25 },
        ])
        bids.forEach((bid, at) => {
          const spread = ((asks[at] ?? 0) - bid) / bid
          assert.ok(bid < 1_005_000 ? spread < 0.00016 : spread > 0.00019, String(spread))
        })
      }),
    )
  })

  const widened: readonly (readonly [shown: string, jumps: readonly PriceJump[], factor: number])[] = [
    ['no jump', [], 1],
    ['a large jump', [{ minutesAgo: 0, point: 1, size: 0.3 }], 2.5],
    ['half a large jump', [{ minutesAgo: 0, point: 1, size: 0.125 }], 1.75],
    ['a tiny jump', [{ minutesAgo: 0, point: 1, size: 0.001 }], 1.006],
    ['a large jump a minute ago', [{ minutesAgo: 1, point: 40, size: 0.25 }], 1.8],
    ['a large jump four minutes ago', [{ minutesAgo: 4, point: 1, size: 0.25 }], 1],
    [
      'a tiny jump after a large one',
      [
        { minutesAgo: 1, point: 1, size: 0.25 },
        { minutesAgo: 0, point: 1, size: 0.001 },
      ],
      1.8,
    ],
  ]
  for (const [shown, jumps, factor] of widened) {
    test(`have ${factor} times the spread after ${shown}`, () => {
      const points = Array.from({ length: 97 }, () => 0)
      const { bids, asks } = ticksOf('A', 48, 500, points, jumps)
      const spreads = Array.from(bids, (bid, at) => (asks[at] ?? 0) - bid).sort((one, other) => one - other)
      assert.equal(spreads[spreads.length >> 1], Math.round(100 * factor))
    })
  }
})
