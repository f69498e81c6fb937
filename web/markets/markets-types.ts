import type { FeeMode } from '#core/order/order.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'

/** A market as the app shows it: its names and its terms, which change rarely. */
export type ListedMarket = {
  readonly id: number
  /** `EURUSD`; what topics name. */
  readonly code: string
  /** `EUR/USD`, for people. */
  readonly showCode: string
  readonly name: string
  readonly logo: string
  readonly categoryId: number
  readonly precision: number
  readonly quoteCurrency: string
  readonly terms: MarketTerms
}

/** What it is traded on, as the wire says it: plain numbers. */
export type MarketTerms = {
  readonly lotStep: number
  readonly leastLots: number
  readonly mostLots: number
  readonly unitsPerLot: number
  /** Dollars a lot, or a share of the margin, as the mode says. */
  readonly feeRate: number
  readonly feeMode: FeeMode
  readonly hasFixedMargin: boolean
  readonly leverages: readonly number[]
}

/** What moves. Prices are plain numbers to be shown with the market's precision. */
export type MarketQuote = {
  readonly state: 'closed' | 'open' | 'stale'
  /** Null for a market that never had a quote. */
  readonly bid: number | null
  readonly ask: number | null
  /** Over the rolling 24 hours. */
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly changePercent: number | null
  readonly volume: number
  /** While closed: when it opens next, epoch ms, where that is known. */
  readonly nextOpenMs: number | undefined
}

export type MarketCategory = { readonly id: number; readonly name: string }

export type MarketList = {
  /** `failed` only while there is nothing to show; what is there stays on show. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly markets: readonly ListedMarket[]
  readonly categories: readonly MarketCategory[]
}

/** What the browser knows of markets. Lives as long as the page; quotes flow in while somebody looks. */
export type Markets = {
  readonly list: ReadableStore<MarketList>
  /** One store per market, so that a tick shows one row anew and nothing else. */
  readonly quote: (marketId: number) => ReadableStore<MarketQuote | undefined>
  /** Closes of the last 24 hours, oldest first. */
  readonly sparkline: (marketId: number) => ReadableStore<readonly number[] | undefined>
  /** When the list, and the quotes with it, was last fetched. */
  readonly listedAtMs: () => number | undefined
  /** Fetches the list, the categories and the small charts again. Never throws; `list` tells how it went. */
  readonly refresh: () => Promise<void>
  /** Quotes flow from the call until the returned function is called; several may watch at once. */
  readonly watch: () => () => void
  /** The market of /trade, remembered over visits; undefined until the first list has come. */
  readonly selected: ReadableStore<number | undefined>
  readonly select: (marketId: number) => void
}
