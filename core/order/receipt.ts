import type { Quote } from '#core/market/quote.ts'
import type { Micros, Price, Rate } from '#core/money/amounts.ts'
import { directionOf, type Side } from '#core/order/order.ts'

/** The rule that decided. */
export type Rule =
  | 'market_order'
  | 'pending_order'
  | 'limit_reached'
  | 'stop_reached'
  | 'closed_by_user'
  | 'stop_loss_reached'
  | 'take_profit_reached'
  | 'stop_out'
  | 'demo_reset'
  | 'insufficient_margin'
  | 'notional_limit'
  | 'orders_limit'
  | 'cancelled_by_user'
  | 'amended'

/** What an order was decided on, so that it can be checked: it is written once and never changed. */
export type Receipt = {
  readonly rule: Rule
  /** Null only where no price mattered and none was known. */
  readonly quote: Quote | null
  /** The feed the quote came from. */
  readonly feed: string
  /** The newest event of any market that was known by then: the rate may be newer than the quote. */
  readonly knownSeq: number
  /** The quote currency in US dollars at that moment; null where no money was turned. */
  readonly rate: Rate | null
  /** The price the user saw, or the level that was reached; null where there was none. */
  readonly expected: Price | null
  /** How much better than expected it was filled, in steps; below zero it was worse. */
  readonly slippage: number | null
  /** Of the whole account at that moment: for a close-out, and for a pending order that could not be paid for. */
  readonly account: AccountAtDecision | null
}

/** What was known of prices when something was decided. */
export type KnownPrices = Pick<Receipt, 'quote' | 'rate' | 'knownSeq'>

export type AccountAtDecision = {
  readonly balance: Micros
  /** Judged on mid prices for a close-out, on closing prices for an order that could not be paid for. */
  readonly netValue: Micros
  readonly usedMargin: Micros
  /** In hundredths of a percent; null without margin. */
  readonly riskRate: number | null
  /** What the order would have needed: margin and fee. Null for a close-out. */
  readonly needed: Micros | null
}

type ReceiptInput = Pick<Receipt, 'rule' | 'quote' | 'feed' | 'knownSeq'> & Partial<Receipt>

/** What is not said was not there. */
export function receiptOf(facts: ReceiptInput): Receipt {
  return { rate: null, expected: null, slippage: null, account: null, ...facts }
}

/** How many steps better than expected an order was opened: a buy for less, a sell for more. */
export function openingSlippage(side: Side, expected: Price | null, fill: Price): number | null {
  return expected === null ? null : (expected - fill) * directionOf(side) + 0
}

/** How many steps better than expected it was closed: a buy for more, a sell for less. */
export function closingSlippage(side: Side, expected: Price | null, fill: Price): number | null {
  return expected === null ? null : (fill - expected) * directionOf(side) + 0
}
