import type { BoardWait } from '#core/decision/board-wait.ts'
import type { Movement } from '#core/ledger/movement.ts'
import type { Book, Transfer } from '#core/ledger/transfer.ts'
import type { Board } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { Micros } from '#core/money/amounts.ts'
import type { FeeMode, Order } from '#core/order/order.ts'
import type { KnownPrices } from '#core/order/receipt.ts'

/** One user's money and what they have open or pending: the unit of every decision. */
export type TradingAccount = {
  readonly userId: number
  readonly book: Book
  /** The balance. It may be below zero while positions are open. */
  readonly cash: Micros
  readonly locked: Micros
  /** Whether the notice of the margin call was given, and has not been armed again since. */
  readonly isWarned: boolean
  /** Those open or pending, by id. What is over for good is not here. */
  readonly orders: ReadonlyMap<number, Order>
}

/** Everything a decision depends on besides the account and the command. */
export type DecisionContext = {
  readonly timeMs: number
  readonly board: Board
  /** Names the feed the board's quotes came from. */
  readonly feed: string
  readonly feeMode: FeeMode
  /** The market that something is opened in; undefined for other commands, and for an unknown market. */
  readonly market: Market | undefined
  /** The id of a new order, should there be one: no command makes two. */
  readonly nextOrderId: number
}

/** Why not, in the fixed order in which it is looked at. */
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
  | 'too_late'
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

/** The figures explain it, as decimals for people and programs alike. */
export type Refusal = {
  readonly kind: 'refused'
  readonly reason: RefusalReason
  readonly figures?: Readonly<Record<string, string>>
}

/** Why a command about many orders did nothing to this one. */
export type OrderRefusal = Omit<Refusal, 'kind'> & { readonly orderId: number }

/** The margin call: one for each crossing. */
export type MarginNotice = {
  /** In hundredths of a percent. */
  readonly riskRate: number
  /** Judged on mid prices. */
  readonly netValue: Micros
  readonly usedMargin: Micros
  readonly quoteSeq: number
  readonly timeMs: number
}

/** What becomes of the account. Orders are in their final state, each once, ascending by id. */
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
  /** What the asker is answered with: the order placed, changed or ended; of a part close the closed part, then the rest. */
  readonly answer: readonly Order[]
  /** Orders that a command about many could not close, and why. */
  readonly refusals?: readonly OrderRefusal[]
  /** What the answer is valued on, where the orders themselves do not say: new stops leave no receipt. */
  readonly valuedOn?: KnownPrices
}

/** The key of a command whose answer was lost is unusable from now on. */
export type Burned = { readonly kind: 'burned' }

/**
 * `nothing`: an account that is there already, a quote that triggers nothing. With `isWaiting` the account is at the
 * close-out level and waits for a market to open: the next tick of any market must judge it. With `boardWait` its margin
 * level would have changed something, but is not judged on half a board: it must be judged again when the wait is over.
 */
export type NoChange = {
  readonly kind: 'nothing'
  readonly isWaiting?: true
  readonly boardWait?: BoardWait
}

export type Decision = Decided | Refusal | Burned | NoChange

export function refuse(reason: RefusalReason, figures?: Refusal['figures']): Refusal {
  return figures === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, figures }
}
