import type { AccountAmounts } from '#contract/account-from-wire.ts'
import type { SubmitInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { Rate } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'
import type { ConnectionStatus } from '#web/live/connection-status.ts'
import type { ListedMarket, MarketQuote } from '#web/markets/markets-types.ts'
import type { StopDraft, StopView } from '#web/parts/stops/stop-draft.ts'

/** The fields of the order ticket as typed. Texts are exact decimals or empty. Kept in sessionStorage as JSON. */
export type TicketDraft = {
  readonly marketId: number
  readonly side: Side
  readonly mode: 'market' | 'pending'
  /** The price of a pending order. */
  readonly target: string
  /** Undefined if the market offers no leverage. */
  readonly leverage: number | undefined
  readonly lots: string
  readonly stopLoss: StopDraft
  readonly takeProfit: StopDraft
}

/** Everything besides the draft that decides whether an order can be placed, and what it costs. */
export type TicketConditions = {
  readonly market: ListedMarket
  readonly quote: MarketQuote | undefined
  readonly connection: ConnectionStatus
  /** From the market's quote currency to US dollars. */
  readonly rate: Rate | undefined
  /** Undefined for a visitor and while loading. */
  readonly account: AccountAmounts | undefined
  /** All open orders of the account. Undefined while loading. */
  readonly open: readonly ShownOrder[] | undefined
  /** Whether the account is real and may open nothing, because prices are simulated. */
  readonly isOpeningBlocked: boolean
}

/** Why no order can be placed at all. Shown instead of the button. */
export type TicketBlock =
  | 'reconnecting'
  | 'simulated_prices'
  | 'market_closed'
  | 'stale_price'
  | 'leverage_not_configured'
  | 'no_price'
  | 'no_conversion'

export type TicketFault =
  | { readonly kind: 'required' | 'invalid_lots' | 'lots_limit' | 'invalid_price' }
  | { readonly kind: 'insufficient_margin'; readonly needed: string; readonly available: string }

export type TicketField = 'leverage' | 'lots' | 'target' | 'margin'

/** Exact decimals. Null if unknown. */
export type TicketSummary = {
  readonly margin: string | null
  readonly fee: string | null
  readonly pipValue: string | null
  readonly freeMarginAfter: string | null
  /** Percent. */
  readonly marginLevelAfter: string | null
  readonly closeOutPrice: string | null
}

/** Everything the ticket shows. A pure function of draft and conditions. */
export type TicketView = {
  readonly block: TicketBlock | undefined
  readonly faults: Readonly<Partial<Record<TicketField, TicketFault>>>
  /** The opening price: the live price of the order's side, or the target. */
  readonly price: string | null
  /** Market orders: the worst price at which the order is still accepted. */
  readonly worstPrice: string | null
  /** The live price of the order's side. A button fills it in as the target of a pending order. */
  readonly bestPrice: string | null
  /** Undefined while the stop is off. */
  readonly stopLoss: StopView | undefined
  readonly takeProfit: StopView | undefined
  readonly summary: TicketSummary
  /** The input of the call. Undefined while the order cannot be placed. */
  readonly input: SubmitInput | undefined
}
