import type { Candle } from '#core/candle/candle.ts'
import type { Price } from '#core/money/amounts.ts'

export type { SpansOf } from '#core/market/trading-hours.ts'

/** Events in the order of the source, unchecked. */
export type FeedEvent =
  /** Prices are counts of the market's smallest step; NaN if the source had no number. */
  | {
      readonly kind: 'tick'
      readonly marketId: number
      readonly bid: number
      readonly ask: number
      readonly timeMs: number
      /** Time by the source's own clock, if it has one. A tick older than the last accepted one is out of order. */
      readonly sourceMs?: number
    }
  /** The connection is alive, with or without ticks. */
  | { readonly kind: 'heartbeat' }
  /** The source declares the market closed or stale until its next tick. */
  | { readonly kind: 'closed' | 'stale'; readonly marketId: number }

/** A quote without a sequence number. */
export type FeedQuote = { readonly bid: Price; readonly ask: Price; readonly timeMs: number }

export type AggregatePeriod = '5min' | '1day'

/** Past prices of a feed that can recompute them, equal to the ticks it emitted or would have emitted live. */
export type FeedHistory = {
  /** One-minute candles from `fromMs` to `untilMs`, both inclusive. The last one may be in progress. */
  readonly minutes: (marketId: number, fromMs: number, untilMs: number) => readonly Candle[]
  /** The last quote at or before `timeMs`, however old. */
  readonly lastQuoteAt: (marketId: number, timeMs: number) => FeedQuote | undefined
  /** Candles of whole UTC days, computed in a worker thread. Excludes `toDayMs`. */
  readonly aggregateDays: (
    marketId: number,
    fromDayMs: number,
    toDayMs: number,
    period: AggregatePeriod,
  ) => Promise<readonly Candle[]>
}

export type Feed = {
  /** Identifies source, seed and version. Quotes and candles stored under another key are ignored. */
  readonly key: string
  /** True if the prices are not those of a real market. */
  readonly isSimulated: boolean
  /**
   * Source of the market state. `calendar`: session hours, and the age of the last quote for staleness. `feed`: only
   * the feed's own `closed` and `stale` events.
   */
  readonly stateSource: 'calendar' | 'feed'
  readonly history: FeedHistory | undefined
  /** Resolves once the first prices have been emitted. The server is not ready before then. */
  readonly start: (emit: (event: FeedEvent) => void) => Promise<void>
  /** Nothing is emitted after this has resolved. */
  readonly stop: () => Promise<void>
}
