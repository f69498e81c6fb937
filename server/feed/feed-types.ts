import type { Candle } from '#core/candle/candle.ts'
import type { Price } from '#core/money/amounts.ts'

export type { SpansOf } from '#core/market/trading-hours.ts'

/** What a feed says, in the order in which it happened. Nothing of it has been checked. */
export type FeedEvent =
  /** Prices are counts of the market's smallest step; NaN where the source had something else. */
  | {
      readonly kind: 'tick'
      readonly marketId: number
      readonly bid: number
      readonly ask: number
      readonly timeMs: number
      /** The time column of a file, where there is one: a row before the last accepted one is out of order. */
      readonly sourceMs?: number
    }
  /** The connection is alive, though it may have no news. */
  | { readonly kind: 'heartbeat' }
  /** The source itself says so; the market's next tick undoes it. */
  | { readonly kind: 'closed' | 'stale'; readonly marketId: number }

/** A quote before it has a sequence. */
export type FeedQuote = { readonly bid: Price; readonly ask: Price; readonly timeMs: number }

export type FoldPeriod = '5min' | '1day'

/** The past of a feed that can tell it at any time, exactly as it was or would have been lived through. */
export type FeedHistory = {
  /** Minute candles of the quotes from `fromMs` up to and including `untilMs`, so the last may be in progress. */
  readonly minutes: (marketId: number, fromMs: number, untilMs: number) => readonly Candle[]
  /** The last quote at or before this moment, however long ago. */
  readonly lastQuoteAt: (marketId: number, timeMs: number) => FeedQuote | undefined
  /** Whole UTC days from `fromDayMs` up to but not including `toDayMs`, folded in a thread of their own. */
  readonly foldDays: (
    marketId: number,
    fromDayMs: number,
    toDayMs: number,
    detail: FoldPeriod,
  ) => Promise<readonly Candle[]>
}

export type Feed = {
  /** Names the source, its seed and its version: quotes and candles of another key do not count. */
  readonly key: string
  /** Whether its prices come from no real market. */
  readonly isSimulated: boolean
  /**
   * Who says when a market is open and when its prices are old: `calendar`, the hours of the market and the time since
   * its last quote; `feed`, the feed's own closing and stale events and nothing else.
   */
  readonly stateSource: 'calendar' | 'feed'
  readonly history: FeedHistory | undefined
  /** Begins to speak. Resolves once the first prices have been told; until then the server is not ready. */
  readonly start: (emit: (event: FeedEvent) => void) => Promise<void>
  /** Nothing is told any more once it resolves. */
  readonly stop: () => Promise<void>
}
