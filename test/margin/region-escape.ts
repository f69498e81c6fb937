import { accountRisk } from '#core/margin/account-figures.ts'
import type { SafeRange } from '#core/margin/safe-region.ts'
import { type BoundedAccount, moveTo, relevantMarkets, sumNow } from '#test/margin/bounded-account.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type Search = {
  /** How many states were looked at. */
  readonly states: number
  /** Where the account was outside its walls; undefined where that was never so. */
  readonly found: Found | undefined
}
export type Found = { readonly netValue: number; readonly sums: ReadonlyMap<number, number> }

/** A market and how far it is moved. Outside its range it never is; where that is open, to a few times its price. */
type MovableMarket = {
  readonly marketId: number
  readonly low: number
  readonly high: number
  readonly now: number
  sum: number
}

/**
 * Looks within a region for prices at which the account is outside its walls, judged by the formulas that decide: goes from
 * several places to wherever the net value is lower or higher, one market after the other, and then anywhere.
 */
export function findEscape(
  account: BoundedAccount,
  region: readonly SafeRange[],
  random: SeededRandom,
): Search {
  const free = movableMarkets(account, region)
  const judge = createEvaluator(account, free)
  for (const place of [asNow, anyEnd, anywhere]) {
    for (const sign of signsOf(account)) {
      scatter(free, random, place)
      descend(free, judge.netValue, sign)
    }
  }
  for (let state = 0; state < 40; state += 1) {
    scatter(free, random, state % 2 === 0 ? nearEnd : anywhere)
    judge.netValue()
  }
  return judge.result()
}

/** Downwards where there is a floor, upwards where there is a ceiling. */
function signsOf({ thresholds: { floor, ceiling } }: BoundedAccount): readonly number[] {
  return [...(Number.isFinite(floor) ? [1] : []), ...(Number.isFinite(ceiling) ? [-1] : [])]
}

type Place = (market: MovableMarket, random: SeededRandom) => number

const asNow: Place = ({ now }) => now
const anyEnd: Place = ({ low, high }, random) => (random.chance(0.5) ? low : high)
const anywhere: Place = ({ low, high }, random) => low + Math.floor(random.share() * (high - low + 1))
const nearEnd: Place = (market, random) => {
  const { low, high } = market
  return Math.min(Math.max(anyEnd(market, random) + random.between(-2, 2), low), high)
}

function scatter(free: readonly MovableMarket[], random: SeededRandom, place: Place): void {
  for (const market of free) market.sum = place(market, random)
}

/** Each market in turn to where it is worst while the others stay, until none of them makes it worse. */
function descend(free: readonly MovableMarket[], netValue: () => number, sign: number): void {
  let worst = sign * netValue()
  for (let round = 0; round < 3; round += 1) {
    const before = worst
    for (const market of free) {
      let kept = market.sum
      for (const sum of [market.low, market.high, market.low + 1, market.high - 1]) {
        if (sum < market.low || sum > market.high || sum === kept) continue
        market.sum = sum
        const tried = sign * netValue()
        if (tried < worst) [worst, kept] = [tried, sum]
      }
      market.sum = kept
    }
    if (worst === before) return
  }
}

function createEvaluator(account: BoundedAccount, free: readonly MovableMarket[]) {
  const { cash, open, thresholds: walls, board } = account
  let states = 0
  let found: Found | undefined
  return {
    netValue(): number {
      for (const { marketId, sum } of free) moveTo(account, marketId, sum)
      const { netValue } = accountRisk(cash, open, board)
      states += 1
      if (found === undefined && (netValue <= walls.floor || netValue > walls.ceiling))
        found = { netValue, sums: new Map(free.map(({ marketId, sum }) => [marketId, sum])) }
      return netValue
    },
    result: (): Search => ({ states, found }),
  }
}

/** Whatever the account depends on, with a range or without, quoted yet or not; but not what no quote may come of. */
function movableMarkets(account: BoundedAccount, region: readonly SafeRange[]): readonly MovableMarket[] {
  return relevantMarkets(account).flatMap((marketId) => {
    const range = region.find((one) => one.marketId === marketId) ?? anySum
    if (range.low > range.high) return []
    const now = sumNow(account, marketId) ?? 2 * (account.board.market(marketId)?.referencePrice ?? 1)
    const low = Math.max(range.low, Math.ceil(now / 20), 2)
    return [{ marketId, low, high: Math.min(range.high, 4 * now), now, sum: now }]
  })
}

const anySum = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
