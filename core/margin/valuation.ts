import { profitAt, profitAtMid } from '#core/margin/profit-and-margin.ts'
import type { Prices } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Micros, Price, Rate } from '#core/money/amounts.ts'
import type { Order, Side } from '#core/order/order.ts'

/** What an open order is worth at one moment. */
export type Valuation = {
  readonly quote: Quote
  readonly rate: Rate
  /** What it would close at. */
  readonly closing: Price
  readonly profit: Micros
}

/** The price a position of this side is closed at: a buy is sold, a sell is bought back. */
export function closingPrice(side: Side, { bid, ask }: Pick<Quote, 'bid' | 'ask'>): Price {
  return side === 'buy' ? bid : ask
}

/** The price a position of this side is opened at. */
export function openingPrice(side: Side, { bid, ask }: Pick<Quote, 'bid' | 'ask'>): Price {
  return side === 'buy' ? ask : bid
}

export function valuation(order: Order, board: Prices): Valuation {
  const { quote, rate } = lastPrices(order, board)
  const closing = closingPrice(order.side, quote)
  return { quote, rate, closing, profit: profitAt(order.terms, order, closing, rate) }
}

/** At the middle of bid and ask, so that a wide spread alone closes nobody. */
export function midProfit(order: Order, board: Prices): Micros {
  const { quote, rate } = lastPrices(order, board)
  return profitAtMid(order.terms, order, quote, rate)
}

/** Of a feed that never quoted its market there is nothing newer than what the order itself was opened with. */
function lastPrices(order: Order, board: Prices): { readonly quote: Quote; readonly rate: Rate } {
  const quote = board.now(order.marketId).quote ?? order.opened?.quote
  const rate = board.rate(order.terms.quoteCurrency) ?? order.opened?.rate
  if (quote == null || rate == null) throw new Error(`order ${order.id} has no price it was opened with`)
  return { quote, rate }
}
