import type { Call } from '#browser/calls/call-request.ts'
import type { Timers } from '#browser/platform/timers.ts'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { AccountAmounts } from '#contract/account-from-wire.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { Toasts } from '#ui/toasts-store.ts'
import type { Live } from '#web/live/live.ts'
import type { WebTranslationStore } from '#web/stores/translations.ts'

/** `failed` only while nothing is known: known amounts stay until newer ones arrive. */
export type FundsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly amounts: AccountAmounts }

/** Open and pending orders, newest first. `failed` only while nothing is loaded. */
export type ActiveOrders = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly open: readonly ShownOrder[]
  readonly pending: readonly ShownOrder[]
}

/** Live figures of an open order as exact decimals. */
export type LiveOrderFigures = { readonly closingPrice: string | null; readonly profit: string }

/** An active margin call. */
export type MarginNotice = { readonly id: number; readonly marginLevel: string; readonly at: string }

/** The whole portfolio at one moment. */
export type PortfolioState = {
  readonly funds: FundsState
  readonly activeOrders: ActiveOrders
  readonly figures: ReadonlyMap<number, LiveOrderFigures>
  readonly notice: MarginNotice | null
}

/**
 * Funds and active orders of the session's account. The app keeps it current even if no screen shows it. All figures
 * are calculated from the same quotes.
 */
export type Portfolio = {
  readonly funds: ReadableStore<FundsState>
  /** Changes when an order is added or removed, or when its lots or stops change, but not with prices. */
  readonly activeOrders: ReadableStore<ActiveOrders>
  /** One store per open order, so that a tick re-renders only one card. Undefined if the order is not open. */
  readonly figures: (orderId: number) => ReadableStore<LiveOrderFigures | undefined>
  readonly notice: ReadableStore<MarginNotice | null>
  /** Fetches everything again. Resolves when the fetch has succeeded or failed. */
  readonly refresh: () => Promise<void>
  /**
   * Call it after a refusal, which may mean that the shown orders are outdated. Fetches only if they are known to be, or
   * if the live connection is down, so that no push could tell.
   */
  readonly refreshIfOutdated: () => void
  /** Calls the handler with the ids of orders that were closed or cancelled. Returns a function that removes it. */
  readonly onEnded: (handler: (ids: readonly number[]) => void) => () => void
  /**
   * Call it when the user ends this order: the answer reports the end, so no toast is shown. Call the returned function
   * if the action was not executed: an end that happened meanwhile is then reported.
   */
  readonly expectEnd: (orderId: number) => () => void
  /**
   * Call it before an action is sent. Call the returned function when the answer says that the account has changed. The
   * change is pushed; if it does not arrive, everything is fetched again.
   */
  readonly expectChange: () => () => void
}

export type PortfolioSyncParts = {
  readonly call: Call
  readonly live: Pick<Live, 'subscribe' | 'onReconnect' | 'state'>
  readonly timers: Timers
  readonly random: () => number
  readonly translations: WebTranslationStore
  readonly toasts: Pick<Toasts, 'show'>
  readonly setState: (state: PortfolioState) => void
  readonly getState: () => PortfolioState
  readonly notifyEnded: (ids: readonly number[]) => void
  /** Whether the user ended this order in this tab. True once per expected end. */
  readonly isExpected: (orderId: number) => boolean
}

/** Keeps the portfolio of one session current. */
export type PortfolioSync = {
  /** Aborts a running fetch, which may not include the latest change, and fetches again. */
  readonly refresh: () => Promise<void>
  /** Fetches if the version of the account is unknown or a later one is known, or if the live connection is down. */
  readonly refreshIfOutdated: () => void
  /** Version of the shown orders; undefined before they are loaded. */
  readonly version: () => number | undefined
  /** Fetches again if no later version than `since` is known after a few seconds, or at once without `since`. */
  readonly awaitChange: (since: number | undefined) => void
  /** Shows toasts with the reasons these orders ended. */
  readonly reportEnds: (ids: readonly number[]) => void
  /** Ends all updates and toasts. */
  readonly stop: () => void
}
