import type { AccountAmounts } from '#contract/account-from-wire.ts'
import type { SubmitInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { Rate } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'
import type { ConnectionStatus } from '#web/live/connection-status.ts'
import type { ListedMarket, MarketQuote } from '#web/markets/markets-types.ts'
import type { StopDraft, StopView } from '#web/parts/stops/stop-draft.ts'

/** What somebody has filled in so far. Texts are exact decimals, or empty. */
export type TicketDraft = {
  readonly marketId: number
  readonly side: Side
  readonly mode: 'market' | 'pending'
  /** The price of a pending order. */
  readonly target: string
  /** Undefined where the market offers none. */
  readonly leverage: number | undefined
  readonly lots: string
  readonly stopLoss: StopDraft
  readonly takeProfit: StopDraft
}

/** What the ticket is judged on. */
export type TicketConditions = {
  readonly market: ListedMarket
  readonly quote: MarketQuote | undefined
  readonly connection: ConnectionStatus
  /** The quote currency of the market in US dollars. */
  readonly rate: Rate | undefined
  /** Undefined for a visitor, and until it has been fetched. */
  readonly account: AccountAmounts | undefined
  /** All open orders of the account; undefined until they have been fetched. */
  readonly open: readonly ShownOrder[] | undefined
}

/** Why nothing can be placed at all now; said in place of the button. */
export type TicketBlock =
  | 'reconnecting'
  | 'market_closed'
  | 'stale_price'
  | 'leverage_not_configured'
  | 'no_price'
  | 'no_conversion'

export type TicketFault =
  | { readonly kind: 'required' | 'invalid_lots' | 'lots_limit' | 'invalid_price' }
  | { readonly kind: 'insufficient_margin'; readonly needed: string; readonly available: string }

export type TicketField = 'leverage' | 'lots' | 'target' | 'margin'

/** Exact decimals; null for what cannot be told yet. */
export type TicketSummary = {
  readonly margin: string | null
  readonly fee: string | null
  readonly pipValue: string | null
  readonly availableAfter: string | null
  /** Percent. */
  readonly riskRateAfter: string | null
  readonly closeOutPrice: string | null
}

/** All there is to say of a draft. Pure: the same draft and surroundings always say the same. */
export type TicketView = {
  readonly block: TicketBlock | undefined
  readonly faults: Readonly<Partial<Record<TicketField, TicketFault>>>
  /** What it would open at: the live price of its side, or the target. */
  readonly price: string | null
  /** At market: the worst price it is accepted at. */
  readonly worstPrice: string | null
  /** The live price of its side, which the button of a pending order fills in. */
  readonly bestPrice: string | null
  /** Undefined while the box is not ticked. */
  readonly stopLoss: StopView | undefined
  readonly takeProfit: StopView | undefined
  readonly summary: TicketSummary
  /** What is sent; undefined as long as something stands in the way. */
  readonly input: SubmitInput | undefined
}
