import type { Candle } from '#core/candle/candle.ts'
import type { Price } from '#core/money/amounts.ts'

export type { SpansOf } from '#core/market/trading-hours.ts'

/** One origin of prices: a provider, the simulation, a file. */
export type FeedSource = {
  /** What it is. Receipts show it with a number: `sim:1`. At most 20 lower-case letters, digits and hyphens. */
  readonly kind: string
  /** Identifies the source with its version. Secret: it may hold the path of a file. */
  readonly key: string
}

/** Events in the order of their sources, unchecked. Each names its source by the key. */
export type FeedEvent = { readonly source: string } & FeedEventContent

type FeedEventContent =
  /** Prices are counts of the market's smallest step; NaN if the source had no number. */
  | {
      readonly kind: 'tick'
      readonly marketId: number
      readonly bid: number
      readonly ask: number
      /** By the clock that the feed was given. It may differ from the clock of the provider. */
      readonly timeMs: number
      /** Time by the source's own clock, if it has one. A tick older than the last accepted one is out of order. */
      readonly sourceMs?: number
    }
  /** The connection to the source is alive, with or without ticks. It says nothing about other sources. */
  | { readonly kind: 'heartbeat' }
  /** The source declares the market closed or stale until its next tick. Ignored while another source supplies it. */
  | { readonly kind: 'closed' | 'stale'; readonly marketId: number }

/** A quote without a sequence number. */
export type FeedQuote = { readonly bid: Price; readonly ask: Price; readonly timeMs: number }

export type AggregatePeriod = '5min' | '1day'

/**
 * Past prices, equal to the ticks that the feed emitted or would have emitted live. An answer may take long or fail; it
 * must be complete.
 */
export type FeedHistory = {
  /**
   * One-minute candles of the ticks from `fromMs` to `untilMs`, both inclusive, oldest first. The first and the last
   * minute may be covered in part. A history of whole minutes leaves such a minute out.
   */
  readonly minutes: (marketId: number, fromMs: number, untilMs: number) => Promise<readonly Candle[]>
  /**
   * Candles of whole UTC days, oldest first. Excludes `toDayMs`. They are stored for good, so this must fail if a day is
   * not complete yet.
   */
  readonly aggregateDays: (
    marketId: number,
    fromDayMs: number,
    toDayMs: number,
    period: AggregatePeriod,
  ) => Promise<readonly Candle[]>
}

export type Feed = {
  /** Identifies the feed. Candles stored under another key are ignored. A feed of one source has the key of it. */
  readonly key: string
  /** All sources of its events, from 1 to 16. A market belongs to the source of its last accepted tick. */
  readonly sources: readonly FeedSource[]
  /** True if the prices are not those of a real market. */
  readonly isSimulated: boolean
  /**
   * Source of the market state. `calendar`: session hours, and the age of the last quote for staleness. `feed`: only
   * the feed's own `closed` and `stale` events.
   */
  readonly stateSource: 'calendar' | 'feed'
  /** For all markets, or undefined. Without it, market data stores the minutes. */
  readonly history: FeedHistory | undefined
  /**
   * The last quote at or before `timeMs`, however old. Only for a feed that can compute it at once: the tick filter
   * compares the first price after a pause with it.
   */
  readonly lastQuoteAt: ((marketId: number, timeMs: number) => FeedQuote | undefined) | undefined
  /** Resolves once the first prices have been emitted. The server is not ready before then. */
  readonly start: (emit: (event: FeedEvent) => void) => Promise<void>
  /** Nothing is emitted after this has resolved. */
  readonly stop: () => Promise<void>
}
