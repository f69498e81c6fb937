import { benchMarkets } from '#bench/ticks/bench-markets.ts'
import type { AlertRule } from '#core/alert/alert-rule.ts'
import type { Quote } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import type { ActiveAlert } from '#server/alerts/alerts-types.ts'
import { createSeededRandom, type SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** Distance of a level from the price, as a share of it: most are far away, and a few are reached within minutes. */
const distance = { least: 0.003, most: 0.1 }
const changeShare = 0.2
const repeatShare = 0.3

/** Alerts on all markets, at levels around their first quotes. */
export function standingAlerts(first: readonly Quote[], count: number, seed: number): readonly ActiveAlert[] {
  const random = createSeededRandom(seed)
  const bids = new Map(first.map(({ marketId, bid }) => [marketId, bid]))
  return Array.from({ length: count }, (_, at) => {
    const { id: marketId } = random.pick(benchMarkets)
    return {
      id: at + 1,
      userId: Math.floor(at / 50) + 1,
      isDemo: false,
      marketId,
      rule: ruleAround(bids.get(marketId) ?? 1, random),
      repeats: random.chance(repeatShare),
      hits: 0,
      hitMs: undefined,
    }
  })
}

function ruleAround(bid: number, random: SeededRandom): AlertRule {
  const share = distance.least * (distance.most / distance.least) ** random.share()
  const steps = Math.max(1, Math.round(bid * share))
  if (random.chance(changeShare))
    return { condition: 'change', base: price(bid), hundredths: Math.max(1, Math.round(share * 10_000)) }
  return random.chance(0.5)
    ? { condition: 'above', level: price(bid + steps) }
    : { condition: 'below', level: price(Math.max(1, bid - steps)) }
}
