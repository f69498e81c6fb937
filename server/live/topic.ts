import type { MarketEvent } from '#core/market/quote.ts'

/** An encoded frame, shared by all subscribers. It is not sent to a client that has a later version. */
export type Push = { readonly version: number; readonly frame: Buffer }

export type Topic = {
  readonly name: string
  /** Called right after market data has applied the event. */
  readonly onMarketEvent: (event: MarketEvent) => void
  /** Fixes the updates of the flush that starts now. Later changes belong to the next flush. */
  readonly prepareFlush: () => void
  /**
   * The prepared updates; empty if nothing has changed. `sentSeq` is the highest `QuoteSeq` that a frame for this
   * subscriber may carry.
   */
  readonly updates: (sentSeq: number) => readonly Push[]
  /** Completed candles first, then the latest state as a snapshot. Empty if there is no state. */
  readonly snapshot: (sentSeq: number) => readonly Push[]
}

/** A topic of one user. */
export type PrivateTopic = Topic & {
  /** Called when the last subscriber has left. */
  readonly close: () => void
}

/** What a topic needs to know about a client. */
export type Subscriber = {
  /** Undefined if the client is not logged in. */
  readonly userId: number | undefined
  /** The highest `QuoteSeq` that a frame for this client may carry. */
  readonly sentSeq: () => number
  /** Sends a frame that must not be skipped. Terminates a client that does not read. */
  readonly writeOrClose: (frame: Buffer) => void
}
