import type { BidAsk, Position } from '#core/margin/exposure.ts'
import type { Lots } from '#core/money/lots.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Price } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import type { Side } from '#core/order/order.ts'
import type { OrderTerms } from '#core/order/order-terms.ts'

/** What is known of an account without knowing its orders. */
export type PreviewAccount = {
  readonly netValue: Micros
  readonly midNetValue: Micros
  readonly usedMargin: Micros
}

/** An order that somebody thinks of, and the prices it is judged on. */
export type PreviewInput = {
  /** Of the market it is in; `EURUSD`. */
  readonly marketCode: string
  readonly terms: OrderTerms
  readonly side: Side
  readonly lots: Lots
  readonly leverage: number
  /** Null at market. */
  readonly target: Price | null
  readonly quote: BidAsk
  /** The quote currency of the market in US dollars. */
  readonly rate: Rate
  /** The open orders of the account in the same market, with their own terms. */
  readonly others: readonly PreviewPosition[]
}

export type PreviewPosition = Position & {
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
}

/** What it comes to when it opens: at once, or when the price has come to its target and nothing else has moved. */
export type Preview = {
  readonly price: Price
  readonly margin: Micros
  readonly fee: Micros
  /** Whether what is available then is enough for margin and fee. */
  readonly isEnough: boolean
  readonly availableAfter: Micros
  /** In hundredths of a percent. */
  readonly riskRateAfter: number | null
  /** What the order gains or loses with one pip. */
  readonly pipValue: Micros
  /**
   * The closing price of this order at which the risk rate comes to the close-out level, when only this market moves; null
   * where no price does that.
   */
  readonly closeOutPrice: Price | null
}
