import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { Position } from '#core/margin/profit-and-margin.ts'
import {
  type Micros,
  type Price,
  parseLots,
  parseMicros,
  parsePrice,
  type Rate,
} from '#core/money/amounts.ts'
import { stopProfit } from '#core/preview/stop-amounts.ts'
import type { StopBasis } from '#web/parts/stops/stop-draft.ts'

/** The fields of an order that its profit depends on, in integer units. */
export type ParsedOrder = Position & Pick<StopBasis, 'terms'>

export type CurrentValues = {
  /** The price the order would close at now. Undefined without a quote. */
  readonly closing: Price | undefined
  readonly rate: Rate | undefined
  /** An exact decimal. */
  readonly balance: string | undefined
}

/** The basis for a stop of this order. Undefined if an amount of the order cannot be parsed. */
export function stopBasisOf(
  order: ShownOrder,
  { closing, rate, balance }: CurrentValues,
): StopBasis | undefined {
  const counted = parseShownOrder(order)
  if (counted === undefined) return undefined
  // Stops of a pending order are checked against its target. Without a quote no stop can be set anyway, so the open
  // price serves as a placeholder.
  const reference = order.status === 'pending' ? undefined : closing
  return { ...counted, reference: reference ?? counted.openPrice, rate, balance: amountOf(balance) }
}

/** The profit if the order closes at this price. Undefined without a rate. */
export function profitAt(order: ShownOrder, at: Price, rate: Rate | undefined): Micros | undefined {
  const counted = parseShownOrder(order)
  return counted === undefined || rate === undefined ? undefined : stopProfit({ ...counted, rate }, at)
}

/** Undefined if an amount cannot be parsed. Then nothing is shown for the order. */
export function parseShownOrder(order: ShownOrder): ParsedOrder | undefined {
  const { precision } = order.market
  const openPrice = parsePrice(order.openPrice, precision)
  const lots = parseLots(order.lots)
  if (!openPrice.ok || !lots.ok) return undefined
  return {
    side: order.side,
    openPrice: openPrice.amount,
    lots: lots.amount,
    terms: { pricePrecision: precision, unitsPerLot: order.unitsPerLot },
  }
}

function amountOf(text: string | undefined): Micros | undefined {
  const parsed = text === undefined ? undefined : parseMicros(text)
  return parsed?.ok ? parsed.amount : undefined
}
