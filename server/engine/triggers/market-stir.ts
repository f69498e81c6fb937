/** How much markets move, from what was seen of them. Nothing is decided on it: regions only last longer for it. */
export type MarketStir = {
  /** The sum of bid and ask of a quote as it came. */
  readonly see: (marketId: number, sum: number) => void
  /** The usual relative move from one quote to the next, above zero. */
  readonly of: (marketId: number) => number
}

type Seen = { sum: number; variance: number }

/** A hundredth of a percent, until it is known better. */
const firstVariance = 1e-8
/** Of a market that stands still for long. */
const leastVariance = 1e-12
/** About how many quotes are remembered. */
const memory = 256

export function createMarketStir(): MarketStir {
  const markets = new Map<number, Seen>()
  return {
    see(marketId, sum) {
      const seen = markets.get(marketId)
      if (seen === undefined) return void markets.set(marketId, { sum, variance: firstVariance })
      const move = (sum - seen.sum) / seen.sum
      seen.variance = Math.max(leastVariance, seen.variance + (move * move - seen.variance) / memory)
      seen.sum = sum
    },
    of: (marketId) => Math.sqrt(markets.get(marketId)?.variance ?? firstVariance),
  }
}
