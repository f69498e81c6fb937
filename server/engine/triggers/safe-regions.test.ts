import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changesMarginCall, isCloseOutDue } from '#core/decision/tick/margin-risk.ts'
import { isBetween, type SafeRange } from '#core/margin/safe-region.ts'
import { micros } from '#core/money/amounts.ts'
import {
  createSafeRegions,
  regionThresholds,
  type SafeRegions,
} from '#server/engine/triggers/safe-regions.ts'
import { fc } from '#test/fast-check.ts'

describe('safe regions', () => {
  const marketIds = [101, 102, 103] as const
  const end = fc.integer({ min: 80, max: 120 })
  const low = fc.oneof({ weight: 4, arbitrary: end }, fc.constant(Number.NEGATIVE_INFINITY))
  const high = fc.oneof({ weight: 4, arbitrary: end }, fc.constant(Number.POSITIVE_INFINITY))
  const setting = fc.record({
    kind: fc.constant('set' as const),
    userId: fc.integer({ min: 1, max: 60 }).map((number) => number * 1_000_003),
    // A range whose low is above its high is empty.
    ranges: fc
      .subarray([...marketIds])
      .chain((ids) =>
        fc.tuple(...ids.map((marketId) => fc.record({ marketId: fc.constant(marketId), low, high }))),
      ),
  })
  const quoting = fc.record({
    kind: fc.constant('quote' as const),
    marketId: fc.constantFrom(...marketIds),
    sum: fc.integer({ min: 75, max: 125 }),
  })

  test('are exited exactly once, by the users whose latest region a price is outside of', () => {
    let exited = 0
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: setting }, quoting), { maxLength: 600, size: 'max' }),
        (steps) => {
          const regions = createSafeRegions()
          const current = new Map<number, readonly SafeRange[]>()
          for (const step of steps) {
            if (step.kind === 'set') {
              regions.set(step.userId, step.ranges)
              current.set(step.userId, step.ranges)
              continue
            }
            const outside = [...current]
              .filter(([, ranges]) => isOutside(ranges, step))
              .map(([userId]) => userId)
            for (const userId of outside) current.delete(userId)
            assert.deepEqual(exitedBy(regions, step.marketId, step.sum), outside.sort(byNumber))
            exited += outside.length
          }
        },
      ),
      { numRuns: 100 },
    )
    assert.ok(exited > 1000, 'too few users left their region')
  })

  test('are empty after clear, and can be set again', () => {
    const regions = createSafeRegions()
    regions.set(7, [{ marketId: 101, low: 90, high: 110 }])
    regions.clear()
    assert.deepEqual(exitedBy(regions, 101, 80), [])
    regions.set(8, [{ marketId: 101, low: 90, high: 110 }])
    assert.deepEqual(exitedBy(regions, 101, 80), [8])
  })

  test('can belong to more accounts than the first capacity', () => {
    const regions = createSafeRegions()
    for (let userId = 1; userId <= 5000; userId += 1)
      regions.set(userId, [{ marketId: 101, low: userId, high: Number.POSITIVE_INFINITY }])
    assert.deepEqual(exitedBy(regions, 101, 4998), [4999, 5000])
    assert.equal(exitedBy(regions, 101, 0).length, 4998)
  })

  function isOutside(
    ranges: readonly SafeRange[],
    { marketId, sum }: { marketId: number; sum: number },
  ): boolean {
    return ranges.some((range) => range.marketId === marketId && !(sum >= range.low && sum <= range.high))
  }

  function exitedBy(regions: SafeRegions, marketId: number, sum: number): readonly number[] {
    const users: number[] = []
    regions.takeExited(marketId, sum, (userId) => users.push(userId))
    return users.sort(byNumber)
  }

  const byNumber = (one: number, other: number) => one - other
})

describe('region thresholds', () => {
  const usedMargin = fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1, max: 10 ** 15 }),
    fc.integer({ min: 10 ** 15, max: 8 * 10 ** 15 }),
  )
  const percent = fc.constantFrom(-20, 0, 50, 100, 110, 110)

  test('bound the equity at which the evaluation does nothing, exact to one micro', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        usedMargin,
        percent,
        fc.integer({ min: -2, max: 2 }),
        fc.boolean(),
        (used, at, by, isWarned) => {
          const equity = Number((BigInt(used) * BigInt(at)) / 100n) + by
          fc.pre(Number.isSafeInteger(equity))
          const risk = { equity: micros(equity), usedMargin: micros(used) }
          const isCalm = !changesMarginCall(isWarned, risk) && !(isWarned && isCloseOutDue(risk))
          assert.equal(isBetween(regionThresholds({ isWarned }, false, risk.usedMargin), risk.equity), isCalm)
          seen.add(`${at} ${isWarned} ${isCalm}`)
        },
      ),
      { numRuns: 5000 },
    )
    for (const both of ['50 true', '100 false', '110 true'])
      assert.ok(seen.has(`${both} true`) && seen.has(`${both} false`), both)
  })

  test('of a waiting account have no floor, and end where the margin call is reset', () => {
    fc.assert(
      fc.property(usedMargin, percent, fc.integer({ min: -2, max: 2 }), (used, at, by) => {
        const equity = Number((BigInt(used) * BigInt(at)) / 100n) + by
        fc.pre(Number.isSafeInteger(equity))
        const risk = { equity: micros(equity), usedMargin: micros(used) }
        const thresholds = regionThresholds({ isWarned: true }, true, risk.usedMargin)
        assert.equal(isBetween(thresholds, risk.equity), !changesMarginCall(true, risk))
      }),
    )
  })
})
