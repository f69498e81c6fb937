import type { BoardWait } from '#core/decision/board-wait.ts'
import type { Movement } from '#core/ledger/movement.ts'
import type { Book, Transfer } from '#core/ledger/transfer.ts'
import type { Board } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { Micros } from '#core/money/amounts.ts'
import type { FeeMode, Order } from '#core/order/order.ts'
import type { DecisionPrices } from '#core/order/receipt.ts'

/** Balances and active orders of one user: the input of every decision. */
export type TradingAccount = {
  readonly userId: number
  readonly book: Book
  /** The balance. It may be negative while positions are open. */
  readonly cash: Micros
  readonly locked: Micros
  /** True while a margin call is active: until the margin level exceeds the reset level, or no position is open. */
  readonly isWarned: boolean
  /** Open and pending orders by id. */
  readonly orders: ReadonlyMap<number, Order>
}

/** Inputs of a decision besides account and command. */
export type DecisionContext = {
  readonly timeMs: number
  readonly board: Board
  /** Name of the price feed, for receipts without a quote. All others name the source of their quote. */
  readonly feed: string
  readonly feeMode: FeeMode
  /** Whether real accounts may open nothing, because prices are simulated. Demo accounts always may. */
  readonly isRealOpeningBlocked: boolean
  /** Market of the order to open. Undefined for commands that open nothing and for an unknown market. */
  readonly market: Market | undefined
  /** Id for a new order. No command creates more than one. */
  readonly nextOrderId: number
}

/** Grouped by subject. The order of the checks is in docs/trading-rules.md. */
export type RefusalReason =
  | 'account_missing'
  | 'unknown_market'
  | 'leverage_not_configured'
  | 'leverage_not_offered'
  | 'invalid_lots'
  | 'lots_limit'
  | 'invalid_price'
  | 'order_not_found'
  | 'order_not_open'
  | 'simulated_prices'
  | 'too_late'
  | 'interrupted'
  | 'market_closed'
  | 'stale_price'
  | 'stop_wrong_side'
  | 'no_conversion'
  | 'orders_limit'
  | 'notional_limit'
  | 'price_moved'
  | 'insufficient_margin'
  | 'insufficient_balance'
  | 'demo_forbidden'
  | 'not_demo'
  | 'invalid_amount'
  | 'movement_exists'
  | 'movement_unknown'
  | 'payout_too_small'
  | 'invalid_request'
  | 'same_operator'
  | 'needs_approval'
  | 'not_payer'
  | 'not_frozen'
  | 'frozen_again'

/** `figures` explain the refusal: limits and prices as decimals, and the field it concerns. */
export type Refusal = {
  readonly kind: 'refused'
  readonly reason: RefusalReason
  readonly figures?: Readonly<Record<string, string>>
}

/** Refusal of one order within a `close_many` command. */
export type OrderRefusal = Omit<Refusal, 'kind'> & { readonly orderId: number }

/** A margin call. Sent once per crossing of the level. */
export type MarginNotice = {
  /** In hundredths of a percent. */
  readonly riskRate: number
  /** At mid prices. */
  readonly netValue: Micros
  readonly usedMargin: Micros
  readonly quoteSeq: number
  readonly timeMs: number
}

/** New state of the account. Each changed order appears once, in its final state, ascending by id. */
export type Effects = {
  readonly orders: readonly Order[]
  readonly transfers: readonly Transfer[]
  readonly cash: Micros
  readonly locked: Micros
  readonly isWarned: boolean
  readonly notice: MarginNotice | null
  readonly movement: Movement | null
}

export type Decided = {
  readonly kind: 'decided'
  readonly effects: Effects
  /** Orders for the answer: the one placed, changed or ended. A partial close gives the closed part, then the rest. */
  readonly answer: readonly Order[]
  /** Only for `close_many`: the orders that it did not close. */
  readonly refusals?: readonly OrderRefusal[]
  /** Only for `close_many`: orders that further commands of the same request close. */
  readonly rest?: readonly number[]
  /** Only for `reset_demo`: orders are left for further commands of the same request. */
  readonly isIncomplete?: true
  /** Prices for the figures of the answer. Only for `set_stops`, which writes no receipt. */
  readonly valuedOn?: DecisionPrices
}

/** The idempotency key can no longer be used: a late request with it will be refused. */
export type Burned = { readonly kind: 'burned' }

/**
 * Nothing changes: the account already exists, or the quote triggers nothing. `hasNoOpenMarket`: the account is at the
 * close-out level, but all its markets are closed, so it must be checked again when one opens. `boardWait`: margin
 * rules would apply, but some prices are not current yet, so it must be checked again when the wait ends.
 */
export type NoChange = {
  readonly kind: 'nothing'
  readonly hasNoOpenMarket?: true
  readonly boardWait?: BoardWait
}

export type Decision = Decided | Refusal | Burned | NoChange

export function refuse(reason: RefusalReason, figures?: Refusal['figures']): Refusal {
  return figures === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, figures }
}
