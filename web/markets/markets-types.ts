import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { FeeMode } from '#core/order/order.ts'

/** Names and terms of a market, which change rarely. */
export type ListedMarket = {
  readonly id: number
  /** `EURUSD`, as used in topics. */
  readonly code: string
  /** `EUR/USD`, as displayed. */
  readonly showCode: string
  readonly name: string
  readonly logo: string
  readonly categoryId: number
  readonly precision: number
  readonly quoteCurrency: string
  readonly terms: MarketTerms
}

/** Trading terms as plain numbers. */
export type MarketTerms = {
  readonly lotStep: number
  readonly leastLots: number
  readonly mostLots: number
  readonly unitsPerLot: number
  /** Dollars per lot, or a share of the margin, depending on `feeMode`. */
  readonly feeRate: number
  readonly feeMode: FeeMode
  readonly hasFixedMargin: boolean
  readonly leverages: readonly number[]
}

/** Live prices as plain numbers, to be displayed with the precision of the market. */
export type MarketQuote = {
  readonly state: 'closed' | 'open' | 'stale'
  /** Null for a market without a quote. */
  readonly bid: number | null
  readonly ask: number | null
  /** Over the rolling 24 hours. */
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly changePercent: number | null
  readonly volume: number
  /** While closed: the next opening, epoch ms, if known. */
  readonly nextOpenMs: number | undefined
}

export type MarketCategory = { readonly id: number; readonly name: string }

export type MarketList = {
  /** `failed` only while nothing is loaded. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly markets: readonly ListedMarket[]
  readonly categories: readonly MarketCategory[]
}

/** The markets of this page. Quotes are received while there is a watcher. */
export type Markets = {
  readonly list: ReadableStore<MarketList>
  /** One store per market, so that a tick re-renders only one row. */
  readonly quote: (marketId: number) => ReadableStore<MarketQuote | undefined>
  /** Closes of the last 24 hours, oldest first. */
  readonly sparkline: (marketId: number) => ReadableStore<readonly number[] | undefined>
  /** When the list, which includes quotes, was last fetched. */
  readonly listedAtMs: () => number | undefined
  /** Fetches list, categories and sparklines again. Never rejects; `list` shows the result. */
  readonly refresh: () => Promise<void>
  /** Receives quotes until the returned function is called. Several watchers may overlap. */
  readonly watch: () => () => void
  /** The market of /trade, kept between visits; undefined until the first list is loaded. */
  readonly selected: ReadableStore<number | undefined>
  readonly select: (marketId: number) => void
}
