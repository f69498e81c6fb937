import type { Market } from '#core/market/market.ts'

/** How much markets move, from what was seen of them. Nothing is decided on it: regions only last longer for it. */
export type MarketVolatility = {
  /** The sum of bid and ask of a quote as it came. */
  readonly observe: (marketId: number, sum: number) => void
  /** The usual relative move from one quote to the next, above zero. */
  readonly of: (marketId: number) => number
}

type Seen = { sum: number; variance: number }

/** Until it is known better, such a part of the move that nobody would believe at once. */
const firstShare = 1 / 200
/** Of a market that stands still for long. */
const leastVariance = 1e-12
/** About how many quotes are remembered. */
const memory = 256

export function createMarketVolatility(
  markets: readonly Pick<Market, 'id' | 'jumpLimitPpm'>[],
): MarketVolatility {
  const first = new Map(markets.map(({ id, jumpLimitPpm }) => [id, ((jumpLimitPpm / 1e6) * firstShare) ** 2]))
  const byMarket = new Map<number, Seen>()

  function firstVariance(marketId: number): number {
    return first.get(marketId) ?? leastVariance
  }
  return {
    observe(marketId, sum) {
      const seen = byMarket.get(marketId)
      if (seen === undefined) return void byMarket.set(marketId, { sum, variance: firstVariance(marketId) })
      const move = (sum - seen.sum) / seen.sum
      seen.variance = Math.max(leastVariance, seen.variance + (move * move - seen.variance) / memory)
      seen.sum = sum
    },
    of: (marketId) => Math.sqrt(byMarket.get(marketId)?.variance ?? firstVariance(marketId)),
  }
}
