import type { Book } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'

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
