import type { Quote } from '#core/market/quote.ts'
import type { Micros, Price, Rate } from '#core/money/amounts.ts'

/** The rule that led to the decision. */
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
  | 'simulated_prices'

/** Inputs of a decision about an order, so that it can be verified later. Written once, never changed. */
export type Receipt = {
  readonly rule: Rule
  /** Null only for a cancellation in a market without a quote. */
  readonly quote: ReceiptQuote | null
  /** Source of the quote. Without a quote, the feed that had none. */
  readonly feed: string
  /** Sequence of the newest event of any market. It covers the rate, which may be newer than the quote. */
  readonly knownSeq: number
  /** Value of one unit of the quote currency in US dollars; null if nothing was converted. */
  readonly rate: Rate | null
  /** The price the user saw, or the stop or order price that was reached. */
  readonly expected: Price | null
  /** Steps by which the fill was better than expected; negative if worse. */
  readonly slippage: number | null
  /** Account figures of a close-out, or of a pending order cancelled for insufficient margin. */
  readonly account: AccountAtDecision | null
}

/** The quote of a receipt. Its source is the `feed` of the receipt. */
export type ReceiptQuote = Omit<Quote, 'source'>

/** Prices a decision was based on. */
export type DecisionPrices = Pick<Receipt, 'quote' | 'rate' | 'knownSeq'>

export type AccountAtDecision = {
  readonly balance: Micros
  /** At mid prices for a close-out, at closing prices for insufficient margin. */
  readonly netValue: Micros
  readonly usedMargin: Micros
  /** In hundredths of a percent; null without margin. */
  readonly riskRate: number | null
  /** Margin plus fee of the cancelled order; null for a close-out. */
  readonly needed: Micros | null
}

type ReceiptInput = Pick<Receipt, 'rule' | 'knownSeq'> &
  Partial<Omit<Receipt, 'quote' | 'feed'>> & {
    readonly quote: Quote | null
    /** Named if there is no quote. */
    readonly feed: string
  }

/** Names the source of the quote and fills omitted fields with null. */
export function receiptOf({ quote, feed, ...facts }: ReceiptInput): Receipt {
  return {
    rate: null,
    expected: null,
    slippage: null,
    account: null,
    ...facts,
    quote: quote === null ? null : receiptQuote(quote),
    feed: quote?.source ?? feed,
  }
}

export function receiptQuote({ marketId, bid, ask, timeMs, seq }: Quote): ReceiptQuote {
  return { marketId, bid, ask, timeMs, seq }
}
