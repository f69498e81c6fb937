// Limits apply only when an order is placed or filled: a close is never refused for its size.
import { notionalValue } from '#core/margin/profit-and-margin.ts'
import { formatMicros, type Lots, type Micros, micros, type Price, type Rate } from '#core/money/amounts.ts'
import type { Order, OrderTerms } from '#core/order/order.ts'

export const maxOpenOrders = 500
export const maxPendingOrders = 200
/** One billion US dollars: limit of an account's balance, and of the total notional of its active orders. */
export const maxAccountValue = micros(10 ** 15)
export const maxAccountValueText = formatMicros(maxAccountValue)
/** Limit of price steps × hundredths of a lot × units per lot. */
const maxExactProduct = 2 ** 51

type NotionalInput = {
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
  readonly lots: Lots
  readonly price: Price
  readonly rate: Rate
}

/**
 * True if the order alone, or with the account's other orders, exceeds the notional limit. Also true if the balance
 * exceeds its limit.
 */
export function exceedsNotionalLimit(order: NotionalInput, cash: Micros, others: Iterable<Order>): boolean {
  // Products up to the limit are exact, and rounding never brings a larger one below it.
  if (order.price * order.lots * order.terms.unitsPerLot > maxExactProduct || cash > maxAccountValue)
    return true
  let sum: number = notionalOf(order)
  for (const other of others) sum += notionalOf(notionalInputOf(other))
  return sum > maxAccountValue
}

function notionalOf({ terms, lots, price, rate }: NotionalInput): number {
  return notionalValue(terms, lots, price, rate) ?? Number.POSITIVE_INFINITY
}

/** An open order counts at its opening price and rate, a pending one at its order price and the rate at placement. */
function notionalInputOf({ id, terms, lots, openPrice, opened, placed }: Order): NotionalInput {
  const { rate } = opened ?? placed
  if (rate === null) throw new Error(`the receipt of order ${id} has no rate`)
  return { terms, lots, price: openPrice, rate }
}
