import type { Lots } from '#core/money/lots.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Price } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import type { Side } from '#core/order/order.ts'
import type { OrderTerms } from '#core/order/order-terms.ts'

// A stop as somebody sets it: by a price, by money or by a share of the balance, each showing the others.

export type StopKind = 'stop_loss' | 'take_profit'
export type StopBy = 'price' | 'money' | 'percent'

/** `text` is an exact decimal in the unit of `by`: a price, dollars or percent; a loss is written as a positive amount. */
export type StopDraft = { readonly isOn: boolean; readonly by: StopBy; readonly text: string }

/** What a stop is judged and counted by. */
export type StopBasis = {
  readonly side: Side
  readonly lots: Lots
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
  /** What the profit is counted from: the opening price, the target, or what an order at market would open at now. */
  readonly openPrice: Price
  /** What a stop must be on the right side of: the closing price now, or the target of a pending order. */
  readonly reference: Price
  /** Undefined while nobody knows it: then only prices can be set. */
  readonly rate: Rate | undefined
  readonly balance: Micros | undefined
}

/** Null for what cannot be told. Signed: a loss is below zero. */
export type StopView = {
  readonly price: string | null
  readonly money: string | null
  readonly percent: string | null
  /** The same stop as one would type it in each unit: in as few digits as lead back to its price. */
  readonly typed: Readonly<Record<StopBy, string | null>>
  readonly fault: 'invalid_price' | 'invalid_amount' | 'wrong_side' | undefined
  /** With `wrong_side`: the nearest price that is allowed, where there is one. */
  readonly nearest: string | undefined
}
