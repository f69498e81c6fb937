import type { Market } from '#core/market/market.ts'
import { lots, micros, type Price, price, rate } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** Markets of every kind: each way of currency conversion, each margin mode, different price precisions. */
const kinds = [
  'EURUSD',
  'GBPUSD',
  'USDJPY',
  // Not tradable, because it has no leverages. Used to convert Hong Kong dollars.
  'USDHKD',
  'EURJPY',
  'GER40',
  'JPN225',
  'HSBA.L',
  'HKG33',
  'NGAS',
  'XAUUSD',
  'BTCUSD',
  'DOGEUSD',
]

/** Seeded markets, half of them with random terms: odd fees and steps reveal rounding errors. */
export function dayMarkets(random: SeededRandom): readonly Market[] {
  return kinds.map((code) => {
    const market = markets.find((one) => one.code === code)
    if (market === undefined) throw new Error(`the seed has no market ${code}`)
    return random.chance(0.5) ? market : withRandomTerms(market, random)
  })
}

function withRandomTerms(market: Market, random: SeededRandom): Market {
  const lotStep = lots(random.pick([1, 3, 7, 10, 100]))
  const leastLots = lots(lotStep * random.between(1, 5))
  const mostSteps = Math.max(leastLots / lotStep, Math.floor(market.mostLots / lotStep))
  return {
    ...market,
    lotStep,
    leastLots,
    mostLots: lots(mostSteps * lotStep * random.pick([1, 1, 1, 100, 10_000])),
    feePerLot: micros(random.pick([0, 1, 3_333_333, 7_000_001])),
    feeShare: rate(random.pick([0, 1, 1_234_567, 10_000_000])),
  }
}

export type Pair = { readonly bid: Price; readonly ask: Price }

export type PriceWalk = {
  /** The next small move of the market. */
  readonly next: (marketId: number) => Pair
  /** A large move that passes stops and causes close-outs. */
  readonly leap: (marketId: number) => Pair
}

type Walker = { mid: number; drift: number; spread: number; readonly from: number; readonly to: number }

/** Random walks with changing drift and jumps. Spreads are zero, usual or wide. */
export function createPriceWalk(markets: readonly Market[], random: SeededRandom): PriceWalk {
  const walkers = new Map(
    markets.map(({ id, referencePrice }): [number, Walker] => [
      id,
      {
        mid: referencePrice,
        drift: 0,
        spread: 0.0001,
        from: Math.max(2, referencePrice / 20),
        to: referencePrice * 20,
      },
    ]),
  )
  function walkerOf(marketId: number): Walker {
    const walker = walkers.get(marketId)
    if (walker === undefined) throw new Error(`no price walk for market ${marketId}`)
    return walker
  }
  function move(walker: Walker, by: number): Pair {
    walker.mid = Math.min(walker.to, Math.max(walker.from, walker.mid * (1 + by)))
    if (random.chance(0.1)) walker.spread = random.pick([0, 0.00002, 0.0002, 0.003, 0.02])
    const half = (walker.mid * walker.spread) / 2
    const bid = Math.max(1, Math.round(walker.mid - half))
    return { bid: price(bid), ask: price(Math.max(bid, Math.round(walker.mid + half))) }
  }
  return {
    next(marketId) {
      const walker = walkerOf(marketId)
      if (random.chance(0.05)) walker.drift = (random.share() - 0.5) * 0.004
      return move(walker, walker.drift + (random.share() - 0.5) * random.pick([0.0002, 0.001, 0.004]))
    },
    leap(marketId) {
      const size = random.pick([0.005, 0.01, 0.03, 0.08, 0.3])
      return move(walkerOf(marketId), random.chance(0.5) ? size : -size)
    },
  }
}
