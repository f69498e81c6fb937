import type { Price } from '#core/money/price.ts'
import { directionOf, type Side } from '#core/order/order.ts'

/** How many steps better than expected an order was opened: a buy for less, a sell for more. */
export function openingSlippage(side: Side, expected: Price | null, fill: Price): number | null {
  return expected === null ? null : (expected - fill) * directionOf(side) + 0
}

/** How many steps better than expected it was closed: a buy for more, a sell for less. */
export function closingSlippage(side: Side, expected: Price | null, fill: Price): number | null {
  return expected === null ? null : (fill - expected) * directionOf(side) + 0
}
