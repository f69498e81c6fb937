import type { MarketEvent } from '#core/market/quote.ts'

/**
 * One frame, the same bytes for everyone. `at` is its place in the course of the topic: whoever has been shown a later
 * one does not get it any more.
 */
export type Push = { readonly version: number; readonly frame: Buffer }

/** What can be subscribed to. */
export type Topic = {
  readonly name: string
  /** Told right after the market data have taken it in. */
  readonly onMarketEvent: (event: MarketEvent) => void
  /** Fixes what the flush that begins now has to tell; what happens during it is told by the next one. */
  readonly prepareFlush: () => void
  /** As prepared; nothing when nothing has changed. `sentSeq` is that of the follower it is for. */
  readonly updates: (sentSeq: number) => readonly Push[]
  /** The whole state by now as the last one, marked as a snapshot, after what must not be missed. Nothing without one. */
  readonly snapshot: (sentSeq: number) => readonly Push[]
}

/** One user's own. */
export type PrivateTopic = Topic & {
  /** Nobody follows it any more. */
  readonly close: () => void
}

/** One client's subscription, as a topic knows it. */
export type Subscriber = {
  /** Whom the client is logged in as. */
  readonly userId: number | undefined
  /** The latest `QuoteSeq` that a frame for this client may carry. */
  readonly sentSeq: () => number
  /** Sends what must not be left out, however slowly the client reads; one that takes nothing at all is let go. */
  readonly writeOrClose: (frame: Buffer) => void
}
