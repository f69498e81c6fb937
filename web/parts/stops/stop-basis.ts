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

/** An order in whole steps, as far as its profit is counted by it. */
export type ParsedOrder = Position & Pick<StopBasis, 'terms'>

export type CurrentValues = {
  /** What it would close at, where there is a price. */
  readonly closing: Price | undefined
  readonly rate: Rate | undefined
  /** An exact decimal. */
  readonly balance: string | undefined
}

/** What a stop of this order is judged and counted by now; undefined where the wire said what is no amount. */
export function stopBasisOf(
  order: ShownOrder,
  { closing, rate, balance }: CurrentValues,
): StopBasis | undefined {
  const counted = parseShownOrder(order)
  if (counted === undefined) return undefined
  // A pending order is judged by its target. Without any price nothing can be set anyway.
  const reference = order.status === 'pending' ? undefined : closing
  return { ...counted, reference: reference ?? counted.openPrice, rate, balance: amountOf(balance) }
}

/** What the order gains when it closes at this price; undefined while nobody can tell. */
export function profitAt(order: ShownOrder, at: Price, rate: Rate | undefined): Micros | undefined {
  const counted = parseShownOrder(order)
  return counted === undefined || rate === undefined ? undefined : stopProfit({ ...counted, rate }, at)
}

/** Undefined where the wire said what is no amount: then there is nothing to count, and nothing is shown for it. */
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
