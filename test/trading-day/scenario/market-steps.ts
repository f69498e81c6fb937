// Steps that change prices and market states.
import { conversionOf } from '#core/market/conversion.ts'
import type { MarketState } from '#core/market/quote.ts'
import { activeMarket, anyCommitResult, nextPair, type Step } from '#test/trading-day/scenario/scenario.ts'

export const dayMs = 86_400_000

export const quoteMarket: Step = async (scenario) => {
  const marketId = activeMarket(scenario)
  await scenario.day.quote(marketId, nextPair(scenario, marketId), anyCommitResult(scenario.random))
}

/** Moves a conversion market so far that accounts may cross a margin level without a quote of their own markets. */
export const moveConversion: Step = async ({ day, random, markets, walk }) => {
  const held = [...day.tables.orders.values()].filter(
    ({ status, terms }) => status === 'open' && terms.quoteCurrency !== 'USD',
  )
  if (held.length === 0) return
  const conversion = conversionOf(random.pick(held).terms.quoteCurrency)
  const way = markets.find(({ code }) => conversion?.by !== 'itself' && code === conversion?.marketCode)
  if (way !== undefined) await day.quote(way.id, walk.leap(way.id))
}

export const changeState: Step = async ({ day, random, markets }) => {
  const state = random.weighted<MarketState>([
    [2, 'open'],
    [1, 'closed'],
    [1, 'stale'],
  ])
  await day.state(random.pick(markets).id, state)
}

export const openMost: Step = async ({ day, random, markets }) => {
  for (const { id } of markets) {
    if (day.board.now(id).state !== 'open' && random.chance(0.7)) await day.state(id, 'open')
  }
}

/** Lets so much time pass that keys are evicted from memory, or deleted from the database. */
export const letTimePass: Step = async ({ day, random }) => {
  day.time.advance(random.pick([60_000, 660_000, 3_600_000, dayMs + 60_000]))
  await day.sweep()
}
