import type { MarketEvent } from '#core/market/quote.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import type { LanguageCode } from '#i18n/languages.ts'

/** An encoded frame, shared by all subscribers. It is not sent to a client that has a later version. */
export type Push = { readonly version: number; readonly frame: Buffer }

export type Topic = {
  readonly name: string
  /** Called right after market data has applied the event. */
  readonly onMarketEvent: (event: MarketEvent) => void
  /** Called after past minutes of this market were inserted, if the topic depends on them. */
  readonly onPastFilled?: (marketId: number) => void
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

/**
 * Who a socket is logged in as. Only the socket of users knows users and visitors, and only that of operators knows
 * operators. The login ends with `key`: a session, or the thread of a visitor.
 */
export type Identity = { readonly key: string } & (
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'visitor'; readonly threadId: number }
  | { readonly kind: 'operator'; readonly role: OperatorRole }
)

/** What a topic needs to know about a client. */
export type Subscriber = {
  /** Undefined if the client is not logged in. */
  readonly identity: Identity | undefined
  /** Undefined if the client is not logged in as a user. */
  readonly userId: number | undefined
  readonly language: LanguageCode
  /** The highest `QuoteSeq` that a frame for this client may carry. */
  readonly sentSeq: () => number
  /**
   * Queues a frame that must not be skipped. Queued frames are sent together, with the next flush at the latest. `frame`
   * is called when it is sent. A client that does not read is terminated.
   */
  readonly queue: (frame: () => Buffer) => void
  /** Sends queued frames in a microtask: one write for all that a batch of changes queues. */
  readonly sendQueued: () => void
  /** Whether so much is unsent that large frames should be avoided. */
  readonly isBehind: () => boolean
}
