import type { DayFigures } from '#core/candle/day-figures.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'

/** Everything that is shown of a market at one moment. */
export type MarketView = {
  readonly market: Market
  readonly state: MarketState
  /** The last quote it ever had; undefined for a market that never had one. */
  readonly quote: Quote | undefined
  readonly day: DayFigures | undefined
  /** While closed, when it opens next; undefined where nobody knows. */
  readonly nextOpenMs: number | undefined
}
