import type { DayFigures } from '#core/candle/candle.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import type { Lots, Micros, Price, Rate } from '#core/money/amounts.ts'

/** Display names. Other languages fall back to English. */
export type Names = { readonly en: string; readonly hk: string }

export type Category = {
  readonly id: number
  /** forex_majors, forex_crosses, metals, energies, indices, crypto, shares. */
  readonly code: string
  readonly names: Names
}

/**
 * A tradable instrument and its terms. Changed terms apply to new orders only: an order keeps those of its placement.
 */
export type Market = {
  readonly id: number
  /** `EURUSD`, as in topics and replay files. */
  readonly code: string
  /** `EUR/USD`, for display. */
  readonly showCode: string
  readonly names: Names
  readonly categoryId: number
  /** Path from the root of the web app. */
  readonly logo: string
  readonly quoteCurrency: string
  /** Decimals of a price. */
  readonly pricePrecision: number
  readonly unitsPerLot: number
  readonly lotStep: Lots
  readonly leastLots: Lots
  readonly mostLots: Lots
  /** Ascending. Empty: no order can be placed. */
  readonly leverages: readonly number[]
  readonly marginMode: 'fixed' | 'leverage'
  readonly feePerLot: Micros
  /** Fee as a share of the margin, for `share_of_margin`. */
  readonly feeShare: Rate
  /** Name of its trading hours. */
  readonly hours: string
  /** Relative price move, in millionths. A quote that moves further is held until later quotes confirm it. */
  readonly jumpLimitPpm: number
  /** The market becomes stale after this long without a quote. */
  readonly staleAfterMs: number
  /** Typical price, for checks of limits and as the start of the simulation. Never traded on. */
  readonly referencePrice: Price
}

/** A market with its current state and figures, for display. */
export type MarketView = {
  readonly market: Market
  readonly state: MarketState
  /** The last quote, if there was one. */
  readonly quote: Quote | undefined
  readonly day: DayFigures | undefined
  /** Next opening time of a closed market, if known. */
  readonly nextOpenMs: number | undefined
}
