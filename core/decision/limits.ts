// Limits act when something opens, so that a close can never be refused for its size.
import { notionalValue } from '#core/margin/profit-and-margin.ts'
import { formatMicros, type Lots, type Micros, micros, type Price, type Rate } from '#core/money/amounts.ts'
import type { Order, OrderTerms } from '#core/order/order.ts'

export const maxOpenOrders = 500
export const maxPendingOrders = 200
/** A billion US dollars: of cash, and of all that an account has open or pending. */
export const maxAccountValue = micros(10 ** 15)
export const maxAccountValueText = formatMicros(maxAccountValue)
/** Of price steps × hundredths of a lot × units. */
const maxExactProduct = 2 ** 51

type NotionalInput = {
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
  readonly lots: Lots
  readonly price: Price
  readonly rate: Rate
}

/** Whether it would be too much for one order, or together with the others of the account. */
export function exceedsNotionalLimit(wanted: NotionalInput, cash: Micros, others: Iterable<Order>): boolean {
  // Up to the limit the product is exact, and above it no rounding takes it back below.
  if (wanted.price * wanted.lots * wanted.terms.unitsPerLot > maxExactProduct || cash > maxAccountValue)
    return true
  let sum: number = notionalOf(wanted)
  for (const other of others) sum += notionalOf(notionalInputOf(other))
  return sum > maxAccountValue
}

function notionalOf({ terms, lots, price, rate }: NotionalInput): number {
  return notionalValue(terms, lots, price, rate) ?? Number.POSITIVE_INFINITY
}

/** An open order counts at what it was opened with, a pending one at its target and the rate when it was placed. */
function notionalInputOf({ id, terms, lots, openPrice, opened, placed }: Order): NotionalInput {
  const { rate } = opened ?? placed
  if (rate === null) throw new Error(`order ${id} has no rate it was placed with`)
  return { terms, lots, price: openPrice, rate }
}
