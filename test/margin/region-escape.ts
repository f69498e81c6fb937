import { equityAndMargin } from '#core/margin/account-figures.ts'
import type { SafeRange } from '#core/margin/safe-region.ts'
import { type BoundedAccount, moveTo, relevantMarkets, sumNow } from '#test/margin/bounded-account.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type Search = {
  /** Number of states tried. */
  readonly states: number
  /** The first state with an equity outside the thresholds. */
  readonly found: Found | undefined
}
export type Found = { readonly equity: number; readonly sums: ReadonlyMap<number, number> }

/** A market and its allowed sums of bid and ask. An unbounded end is set to 1/20 or four times the current sum. */
type MovableMarket = {
  readonly marketId: number
  readonly low: number
  readonly high: number
  readonly now: number
  sum: number
}

/**
 * Searches a region for prices at which the equity, by the engine's own formulas, is outside the thresholds. Uses
 * coordinate descent from several starting points, then random points.
 */
export function findEscape(
  account: BoundedAccount,
  region: readonly SafeRange[],
  random: SeededRandom,
): Search {
  const markets = movableMarkets(account, region)
  const evaluator = createEvaluator(account, markets)
  for (const place of [asNow, anyEnd, anywhere]) {
    for (const sign of signsOf(account)) {
      scatter(markets, random, place)
      descend(markets, evaluator.equity, sign)
    }
  }
  for (let state = 0; state < 40; state += 1) {
    scatter(markets, random, state % 2 === 0 ? nearEnd : anywhere)
    evaluator.equity()
  }
  return evaluator.result()
}

/** Directions of the search: down if there is a floor, up if there is a ceiling. */
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

function scatter(markets: readonly MovableMarket[], random: SeededRandom, place: Place): void {
  for (const market of markets) market.sum = place(market, random)
}

/** Coordinate descent: moves each market in turn to its worst end, until the equity gets no worse. */
function descend(markets: readonly MovableMarket[], equity: () => number, sign: number): void {
  let worst = sign * equity()
  for (let round = 0; round < 3; round += 1) {
    const before = worst
    for (const market of markets) {
      let kept = market.sum
      for (const sum of [market.low, market.high, market.low + 1, market.high - 1]) {
        if (sum < market.low || sum > market.high || sum === kept) continue
        market.sum = sum
        const tried = sign * equity()
        if (tried < worst) [worst, kept] = [tried, sum]
      }
      market.sum = kept
    }
    if (worst === before) return
  }
}

function createEvaluator(account: BoundedAccount, markets: readonly MovableMarket[]) {
  const { cash, open, thresholds, board } = account
  let states = 0
  let found: Found | undefined
  return {
    equity(): number {
      for (const { marketId, sum } of markets) moveTo(account, marketId, sum)
      const { equity } = equityAndMargin(cash, open, board)
      states += 1
      if (found === undefined && (equity <= thresholds.floor || equity > thresholds.ceiling))
        found = { equity, sums: new Map(markets.map(({ marketId, sum }) => [marketId, sum])) }
      return equity
    },
    result: (): Search => ({ states, found }),
  }
}

/** All relevant markets, with or without a range or a quote. Markets with an empty range cannot move. */
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
