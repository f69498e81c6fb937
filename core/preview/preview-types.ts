import type { Position } from '#core/margin/profit-and-margin.ts'
import type { BidAsk } from '#core/market/quote.ts'
import type { Lots, Micros, Price, Rate } from '#core/money/amounts.ts'
import type { OrderTerms, Side } from '#core/order/order.ts'

/** Account totals, without the orders. */
export type PreviewAccount = {
  readonly equity: Micros
  readonly midEquity: Micros
  readonly usedMargin: Micros
}

/** The order on the ticket, and the current prices. */
export type PreviewInput = {
  /** Such as `EURUSD`. */
  readonly marketCode: string
  readonly terms: OrderTerms
  readonly side: Side
  readonly lots: Lots
  readonly leverage: number
  /** Null for a market order. */
  readonly target: Price | null
  readonly quote: BidAsk
  /** Value of one unit of the quote currency in US dollars. */
  readonly rate: Rate
  /** The account's open orders in the same market, with their own terms. */
  readonly others: readonly PreviewPosition[]
}

export type PreviewPosition = Position & {
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
}

/** Figures at opening: now, or at the order price if nothing else has moved. */
export type Preview = {
  readonly price: Price
  readonly margin: Micros
  readonly fee: Micros
  /** True if the free margin covers margin and fee. */
  readonly isEnough: boolean
  readonly freeMarginAfter: Micros
  /** In hundredths of a percent. */
  readonly marginLevelAfter: number | null
  /** Profit or loss per pip. */
  readonly pipValue: Micros
  /** Closing price at which the account is closed out if only this market moves; null if there is none. */
  readonly closeOutPrice: Price | null
}
