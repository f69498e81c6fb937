import type { AccountAmounts } from '#contract/account-from-wire.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { Toasts } from '#ui/toasts-store.ts'
import type { Call } from '#web/calls/call-request.ts'
import type { Live } from '#web/live/live.ts'
import type { Timers } from '#web/platform/timers.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'
import type { TranslationStore } from '#web/stores/translations.ts'

/** `failed` is only said as long as nothing is known: what was known once stays until there is better. */
export type FundsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly amounts: AccountAmounts }

/** The orders that stand, newest first. `failed` only as long as there is nothing to show. */
export type ActiveOrders = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly open: readonly ShownOrder[]
  readonly pending: readonly ShownOrder[]
}

/** What an open order comes to now; exact decimals. */
export type OrderFigures = { readonly closingPrice: string | null; readonly profit: string }

/** A margin call that was given and is not over yet. */
export type MarginNotice = { readonly id: number; readonly riskRate: string; readonly at: string }

/** All of it, of one moment. */
export type PortfolioState = {
  readonly funds: FundsState
  readonly activeOrders: ActiveOrders
  readonly figures: ReadonlyMap<number, OrderFigures>
  readonly notice: MarginNotice | null
}

/**
 * What the browser knows of the account of the session: what it comes to and which orders stand. Held by the app, so that
 * it stays true while no screen looks. Every figure of it is of one state of prices, the same on every screen.
 */
export type Portfolio = {
  readonly funds: ReadableStore<FundsState>
  /** Another value when an order comes, goes, or its lots or stops change; never with a price. */
  readonly activeOrders: ReadableStore<ActiveOrders>
  /** Of one open order, so that a price shows one card anew; undefined for one that is not open. */
  readonly figures: (orderId: number) => ReadableStore<OrderFigures | undefined>
  readonly notice: ReadableStore<MarginNotice | null>
  /** Asks for everything anew. Resolves when it is known how it went. */
  readonly refresh: () => Promise<void>
  /** Calls with the ids of orders that are over for good, as soon as that is told. Returns the way out. */
  readonly onEnded: (handler: (ids: readonly number[]) => void) => () => void
  /**
   * The user is about to end this order: the answer to that says so, and the push that follows is not told besides.
   * Call what it returns when the act did not come to pass: an end that was kept quiet meanwhile is told after all.
   */
  readonly expectEnd: (orderId: number) => () => void
}

export type PortfolioSyncParts = {
  readonly call: Call
  readonly live: Pick<Live, 'subscribe' | 'onReconnect'>
  readonly timers: Timers
  readonly words: TranslationStore
  readonly toasts: Pick<Toasts, 'show'>
  readonly setState: (state: PortfolioState) => void
  /** What is shown. */
  readonly getState: () => PortfolioState
  readonly notifyEnded: (ids: readonly number[]) => void
  /** Whether the user ended it in this tab, and has been told so. Asked once for each. */
  readonly isExpected: (orderId: number) => boolean
}

/** One account, from the beginning of a session to its end. */
export type PortfolioSync = {
  /** Gives up what is under way, for it may be of before that which one wants to see. */
  readonly refresh: () => Promise<void>
  /** Says in a toast why these ended: nobody else has. */
  readonly reportEnds: (ids: readonly number[]) => void
  /** Nothing is shown or told any more. */
  readonly stop: () => void
}
