import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { SafeRange } from '#core/margin/safe-region.ts'
import { createRegionWatch, type RegionWatch } from '#server/engine/triggers/region-watch.ts'

const marketIds = [101, 102, 103] as const
const end = fc.integer({ min: 80, max: 120 })
const low = fc.oneof({ weight: 4, arbitrary: end }, fc.constant(Number.NEGATIVE_INFINITY))
const high = fc.oneof({ weight: 4, arbitrary: end }, fc.constant(Number.POSITIVE_INFINITY))
const drawing = fc.record({
  kind: fc.constant('draw' as const),
  userId: fc.integer({ min: 1, max: 60 }).map((number) => number * 1_000_003),
  // An end beyond the other makes it empty.
  ranges: fc
    .subarray([...marketIds])
    .chain((ids) =>
      fc.tuple(...ids.map((marketId) => fc.record({ marketId: fc.constant(marketId), low, high }))),
    ),
})
const leaving = fc.record({
  kind: fc.constant('leave' as const),
  marketId: fc.constantFrom(...marketIds),
  sum: fc.integer({ min: 75, max: 125 }),
})

describe('the regions of accounts', () => {
  test('are left by whoever a price is outside of, once, whatever was drawn before', () => {
    let left = 0
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: drawing }, leaving), { maxLength: 600, size: 'max' }),
        (steps) => {
          const watch = createRegionWatch()
          const drawn = new Map<number, readonly SafeRange[]>()
          for (const step of steps) {
            if (step.kind === 'draw') {
              watch.draw(step.userId, step.ranges)
              drawn.set(step.userId, step.ranges)
              continue
            }
            const outside = [...drawn]
              .filter(([, ranges]) => isOutside(ranges, step))
              .map(([userId]) => userId)
            for (const userId of outside) drawn.delete(userId)
            assert.deepEqual(leavers(watch, step.marketId, step.sum), outside.sort(byNumber))
            left += outside.length
          }
        },
      ),
      { numRuns: 100 },
    )
    assert.ok(left > 1000, 'nobody ever left')
  })

  test('are gone when everything is read again, for others and for the same', () => {
    const watch = createRegionWatch()
    watch.draw(7, [{ marketId: 101, low: 90, high: 110 }])
    watch.clear()
    assert.deepEqual(leavers(watch, 101, 80), [])
    watch.draw(8, [{ marketId: 101, low: 90, high: 110 }])
    assert.deepEqual(leavers(watch, 101, 80), [8])
  })

  test('of many more accounts than at first are kept apart', () => {
    const watch = createRegionWatch()
    for (let userId = 1; userId <= 5000; userId += 1)
      watch.draw(userId, [{ marketId: 101, low: userId, high: Number.POSITIVE_INFINITY }])
    assert.deepEqual(leavers(watch, 101, 4998), [4999, 5000])
    assert.equal(leavers(watch, 101, 0).length, 4998)
  })
})

function isOutside(
  ranges: readonly SafeRange[],
  { marketId, sum }: { marketId: number; sum: number },
): boolean {
  return ranges.some((range) => range.marketId === marketId && !(sum >= range.low && sum <= range.high))
}

function leavers(watch: RegionWatch, marketId: number, sum: number): readonly number[] {
  const users: number[] = []
  watch.leave(marketId, sum, (userId) => users.push(userId))
  return users.sort(byNumber)
}

const byNumber = (one: number, other: number) => one - other
