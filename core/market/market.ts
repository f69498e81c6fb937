import type { DayFigures } from '#core/candle/candle.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import type { Lots, Micros, Price, Rate } from '#core/money/amounts.ts'

/** The names a thing has for people; every language without its own falls back to English. */
export type Names = { readonly en: string; readonly hk: string }

export type Category = {
  readonly id: number
  /** Our own word for it: forex_majors, forex_crosses, metals, energies, indices, crypto, shares. */
  readonly code: string
  readonly names: Names
}

/** What can be traded, and on which terms. Terms may change for what is traded from then on; an order keeps its own. */
export type Market = {
  readonly id: number
  /** `EURUSD`; what topics and replay files name. */
  readonly code: string
  /** `EUR/USD`, for people. */
  readonly showCode: string
  readonly names: Names
  readonly categoryId: number
  /** Where its logo is, from the root of the web app. */
  readonly logo: string
  readonly quoteCurrency: string
  /** Decimals of the smallest step of its price. */
  readonly pricePrecision: number
  readonly unitsPerLot: number
  readonly lotStep: Lots
  readonly leastLots: Lots
  readonly mostLots: Lots
  /** Ascending. None means that no order can be placed. */
  readonly leverages: readonly number[]
  readonly marginMode: 'fixed' | 'leverage'
  readonly feePerLot: Micros
  /** The fee as a share of the margin, where that is how fees are taken. */
  readonly feeShare: Rate
  /** The name of its weekly hours. */
  readonly hours: string
  /** A move from one quote to the next beyond this many millionths is held back until the next confirms it. */
  readonly jumpLimitPpm: number
  /** Without a quote for this long the market is stale. */
  readonly staleAfterMs: number
  /** A price it might have: what the limits are checked with, and where the simulation begins. Never traded on. */
  readonly referencePrice: Price
}

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
