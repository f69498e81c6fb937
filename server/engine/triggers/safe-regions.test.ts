import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { changesMarginCall, isCloseOutDue } from '#core/decision/tick/margin-risk.ts'
import { isBetween, type SafeRange } from '#core/margin/safe-region.ts'
import { micros } from '#core/money/amounts.ts'
import {
  createSafeRegions,
  regionThresholds,
  type SafeRegions,
} from '#server/engine/triggers/safe-regions.ts'

describe('region watch', () => {
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
            const watch = createSafeRegions()
            const drawn = new Map<number, readonly SafeRange[]>()
            for (const step of steps) {
              if (step.kind === 'draw') {
                watch.set(step.userId, step.ranges)
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
      const watch = createSafeRegions()
      watch.set(7, [{ marketId: 101, low: 90, high: 110 }])
      watch.clear()
      assert.deepEqual(leavers(watch, 101, 80), [])
      watch.set(8, [{ marketId: 101, low: 90, high: 110 }])
      assert.deepEqual(leavers(watch, 101, 80), [8])
    })

    test('of many more accounts than at first are kept apart', () => {
      const watch = createSafeRegions()
      for (let userId = 1; userId <= 5000; userId += 1)
        watch.set(userId, [{ marketId: 101, low: userId, high: Number.POSITIVE_INFINITY }])
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

  function leavers(watch: SafeRegions, marketId: number, sum: number): readonly number[] {
    const users: number[] = []
    watch.takeExited(marketId, sum, (userId) => users.push(userId))
    return users.sort(byNumber)
  }

  const byNumber = (one: number, other: number) => one - other
})

describe('region walls', () => {
  const usedMargin = fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1, max: 10 ** 15 }),
    fc.integer({ min: 10 ** 15, max: 8 * 10 ** 15 }),
  )
  const percent = fc.constantFrom(-20, 0, 50, 100, 110, 110)

  describe('between its walls', () => {
    test('judging an account does nothing, and outside of them it does, to the last unit', () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(
          usedMargin,
          percent,
          fc.integer({ min: -2, max: 2 }),
          fc.boolean(),
          (used, at, by, isWarned) => {
            const netValue = Number((BigInt(used) * BigInt(at)) / 100n) + by
            fc.pre(Number.isSafeInteger(netValue))
            const risk = { netValue: micros(netValue), usedMargin: micros(used) }
            const isCalm = !changesMarginCall(isWarned, risk) && !(isWarned && isCloseOutDue(risk))
            assert.equal(
              isBetween(regionThresholds({ isWarned }, false, risk.usedMargin), risk.netValue),
              isCalm,
            )
            seen.add(`${at} ${isWarned} ${isCalm}`)
          },
        ),
        { numRuns: 5000 },
      )
      for (const both of ['50 true', '100 false', '110 true'])
        assert.ok(seen.has(`${both} true`) && seen.has(`${both} false`), both)
    })

    test('who waits for a market to open may fall as it likes, and not rise to where the call is armed again', () => {
      fc.assert(
        fc.property(usedMargin, percent, fc.integer({ min: -2, max: 2 }), (used, at, by) => {
          const netValue = Number((BigInt(used) * BigInt(at)) / 100n) + by
          fc.pre(Number.isSafeInteger(netValue))
          const risk = { netValue: micros(netValue), usedMargin: micros(used) }
          const walls = regionThresholds({ isWarned: true }, true, risk.usedMargin)
          assert.equal(isBetween(walls, risk.netValue), !changesMarginCall(true, risk))
        }),
      )
    })
  })
})
