import type { Price } from '#core/money/amounts.ts'

/** A price accepted by the tick filter. */
export type Quote = {
  readonly marketId: number
  readonly bid: Price
  readonly ask: Price
  /** Time of the quote by the feed's clock, epoch ms. */
  readonly timeMs: number
  /** Increases with every published event, across all markets and restarts. */
  readonly seq: number
  /** Name of the source that sent it, as receipts show it: `sim:1`. At most 32 characters. */
  readonly source: string
}

export type BidAsk = Pick<Quote, 'bid' | 'ask'>

/** `closed`: no trading. `stale`: open, but the last quote is too old to trade on. */
export type MarketState = 'closed' | 'open' | 'stale'

/** Quotes and state changes in one sequence, so that consumers need no clock. */
export type MarketEvent =
  | ({ readonly kind: 'quote' } & Quote)
  | {
      readonly kind: 'state'
      readonly marketId: number
      readonly state: MarketState
      readonly timeMs: number
      readonly seq: number
    }
