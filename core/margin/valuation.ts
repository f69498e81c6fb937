import { profitAt, profitAtMid } from '#core/margin/profit-and-margin.ts'
import type { Prices } from '#core/market/board.ts'
import type { BidAsk, Quote } from '#core/market/quote.ts'
import type { Micros, Price, Rate } from '#core/money/amounts.ts'
import type { Order, Side } from '#core/order/order.ts'

/** An open order valued at one set of prices. */
export type Valuation = {
  readonly quote: Quote
  readonly rate: Rate
  /** Closing price. */
  readonly closing: Price
  readonly profit: Micros
}

/** A buy closes at the bid, a sell at the ask. */
export function closingPrice(side: Side, { bid, ask }: BidAsk): Price {
  return side === 'buy' ? bid : ask
}

/** A buy opens at the ask, a sell at the bid. */
export function openingPrice(side: Side, { bid, ask }: BidAsk): Price {
  return side === 'buy' ? ask : bid
}

export function valuation(order: Order, board: Prices): Valuation {
  const { quote, rate } = lastPrices(order, board)
  const closing = closingPrice(order.side, quote)
  return { quote, rate, closing, profit: profitAt(order.terms, order, closing, rate) }
}

/** Profit at the mid price: a wide spread alone must not close an account out. */
export function midProfit(order: Order, board: Prices): Micros {
  const { quote, rate } = lastPrices(order, board)
  return profitAtMid(order.terms, order, quote, rate)
}

/** Falls back to the order's opening quote and rate if the current feed has none. */
function lastPrices(order: Order, board: Prices): { readonly quote: Quote; readonly rate: Rate } {
  const quote = board.now(order.marketId).quote ?? openingQuote(order)
  const rate = board.rate(order.terms.quoteCurrency) ?? order.opened?.rate
  if (quote === undefined || rate == null) throw new Error(`order ${order.id} has no opening quote or rate`)
  return { quote, rate }
}

function openingQuote({ opened }: Order): Quote | undefined {
  return opened === null || opened.quote === null ? undefined : { ...opened.quote, source: opened.feed }
}
