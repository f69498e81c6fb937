import type { Price } from '#core/money/amounts.ts'

/** What a market can be sold and bought for, as it was accepted. */
export type Quote = {
  readonly marketId: number
  readonly bid: Price
  readonly ask: Price
  /** When it was made, by the feed's clock, epoch ms. */
  readonly timeMs: number
  /** Grows with everything the market data room publishes, over all markets and over every start. */
  readonly seq: number
}

/** `closed`: nothing is traded. `stale`: open, but its prices are too old to trade on. */
export type MarketState = 'closed' | 'open' | 'stale'

/** What happens to markets, in the order in which it happened: whoever trades on it needs no clock of its own. */
export type MarketEvent =
  | ({ readonly kind: 'quote' } & Quote)
  | {
      readonly kind: 'state'
      readonly marketId: number
      readonly state: MarketState
      readonly timeMs: number
      readonly seq: number
    }
