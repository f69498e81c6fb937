// Safety is tested by searching for prices within a region at which the account crosses a threshold. To test that
// search, it must find such prices in regions that are slightly too large.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SafeRange, safeRegion } from '#core/margin/safe-region.ts'
import { type BoundedAccount, sumNow } from '#test/margin/bounded-account.ts'
import { naiveRegion } from '#test/margin/naive-region.ts'
import { randomAccount } from '#test/margin/random-account.ts'
import { findEscape } from '#test/margin/region-escape.ts'
import { sampledRuns } from '#test/sampling.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

type Draw = (account: BoundedAccount) => readonly SafeRange[]

const drawn: Draw = ({ cash, open, thresholds, context }) => {
  const ranges = safeRegion(cash, open, thresholds, context)
  assert.ok(ranges)
  return ranges
}

describe('a safe region', () => {
  it('keeps the account between its thresholds in every searched state', () => {
    const least = sampledRuns(1_000_000)
    let states = 0
    for (let seed = 1; states < least; seed += 1) {
      const result = searched(seed, drawn)
      assert.equal(result.found, undefined, `account ${seed} left its thresholds within the region`)
      states += result.states
    }
  })

  it('contains the current prices and has integer ends', () => {
    for (let seed = 1; seed <= 2000; seed += 1) {
      const account = randomAccount(createSeededRandom(seed))
      for (const { marketId, low, high } of drawn(account)) {
        const sum = sumNow(account, marketId)
        const isEmpty = low === Number.POSITIVE_INFINITY && high === Number.NEGATIVE_INFINITY
        assert.ok(isEmpty || (sum !== undefined && low <= sum && sum <= high), `account ${seed}`)
        for (const end of [low, high]) assert.ok(!Number.isFinite(end) || Number.isSafeInteger(end))
      }
    }
  })
})

describe('the escape search finds an escape', () => {
  const tooLarge: readonly (readonly [string, Draw, number])[] = [
    ['from most regions widened by 3 %', wider, 0.8],
    ['from half of the regions without ranges for converting markets', withoutConverting, 0.5],
    ['from many regions that bound each price separately', naiveRegion, 0.1],
  ]
  for (const [name, draw, least] of tooLarge) {
    it(name, () => {
      let found = 0
      for (let seed = 1; seed <= 400; seed += 1) found += searched(seed, draw).found === undefined ? 0 : 1
      assert.ok(found >= least * 400, `${found} of 400`)
    })
  }
})

function searched(seed: number, draw: Draw) {
  const random = createSeededRandom(seed)
  const account = randomAccount(random)
  return findEscape(account, draw(account), random)
}

/** Widens each range by 3 %, at least by one step. */
function wider(account: BoundedAccount): readonly SafeRange[] {
  return drawn(account).map((range) => {
    const sum = sumNow(account, range.marketId)
    if (sum === undefined || range.low > range.high) return range
    const more = (width: number) => width + Math.max(1, Math.round(width * 0.03))
    return { ...range, low: sum - more(sum - range.low), high: sum + more(range.high - sum) }
  })
}

function withoutConverting(account: BoundedAccount): readonly SafeRange[] {
  const traded = new Set(account.open.map(({ marketId }) => marketId))
  return drawn(account).filter(({ marketId }) => traded.has(marketId))
}
