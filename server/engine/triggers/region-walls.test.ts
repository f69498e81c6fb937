import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { changesWarning, isCloseOutDue } from '#core/decision/tick/judge-risk.ts'
import { isBetween } from '#core/margin/safe-region.ts'
import { micros } from '#core/money/micros.ts'
import { regionWalls } from '#server/engine/triggers/region-walls.ts'

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
          const isCalm = !changesWarning(isWarned, risk) && !(isWarned && isCloseOutDue(risk))
          assert.equal(isBetween(regionWalls({ isWarned }, false, risk.usedMargin), risk.netValue), isCalm)
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
        const walls = regionWalls({ isWarned: true }, true, risk.usedMargin)
        assert.equal(isBetween(walls, risk.netValue), !changesWarning(true, risk))
      }),
    )
  })
})
