import type { Market } from '#core/market/market.ts'

/**
 * Estimates how much each market moves per quote. No decision depends on it: good estimates only make regions last
 * longer.
 */
export type MarketVolatility = {
  /** `sum` is bid plus ask of a new quote. */
  readonly observe: (marketId: number, sum: number) => void
  /** Standard deviation of the relative move from one quote to the next, above zero. */
  readonly of: (marketId: number) => number
}

type Estimate = { sum: number; variance: number }

/** The first estimate, as a share of the market's jump limit. */
const firstShare = 1 / 200
/** Lower bound, for markets without movement. */
const minVariance = 1e-12
/** Number of quotes the moving average covers, roughly. */
const windowQuotes = 256

export function createMarketVolatility(
  markets: readonly Pick<Market, 'id' | 'jumpLimitPpm'>[],
): MarketVolatility {
  const first = new Map(markets.map(({ id, jumpLimitPpm }) => [id, ((jumpLimitPpm / 1e6) * firstShare) ** 2]))
  const byMarket = new Map<number, Estimate>()

  function firstVariance(marketId: number): number {
    return first.get(marketId) ?? minVariance
  }
  return {
    observe(marketId, sum) {
      const known = byMarket.get(marketId)
      if (known === undefined) return void byMarket.set(marketId, { sum, variance: firstVariance(marketId) })
      const move = (sum - known.sum) / known.sum
      known.variance = Math.max(minVariance, known.variance + (move * move - known.variance) / windowQuotes)
      known.sum = sum
    },
    of: (marketId) => Math.sqrt(byMarket.get(marketId)?.variance ?? firstVariance(marketId)),
  }
}
