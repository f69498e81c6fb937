import type { Lots } from '#core/money/lots.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Price } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'

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
