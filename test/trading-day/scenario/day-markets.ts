import type { Market } from '#core/market/market.ts'
import { lots, micros, rate } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** One of every kind: by what their money is turned into dollars, how margin is taken, how fine the price is. */
const kinds = [
  'EURUSD',
  'GBPUSD',
  'USDJPY',
  // No leverages, so nobody trades it; what is quoted in Hong Kong dollars is converted by it.
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

/** The markets of the seed, now and then on terms of this day alone: odd fees and steps show what round ones hide. */
export function dayMarkets(random: SeededRandom): readonly Market[] {
  return kinds.map((code) => {
    const market = markets.find((one) => one.code === code)
    if (market === undefined) throw new Error(`the seed has no market ${code}`)
    return random.chance(0.5) ? market : onOtherTerms(market, random)
  })
}

function onOtherTerms(market: Market, random: SeededRandom): Market {
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
