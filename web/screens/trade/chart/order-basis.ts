import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { TwoSided } from '#core/margin/exposure.ts'
import { parseLots } from '#core/money/lots.ts'
import { type Micros, parseMicros } from '#core/money/micros.ts'
import { type Price, parsePrice } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import type { StopBasis } from '#web/parts/stops/stop-types.ts'

export type BasisNow = {
  readonly quote: TwoSided | undefined
  readonly rate: Rate | undefined
  /** An exact decimal. */
  readonly balance: string | undefined
}

/** What a stop of this order is judged and counted by now; undefined for what the wire said and is no amount. */
export function orderBasis(order: ShownOrder, { quote, rate, balance }: BasisNow): StopBasis | undefined {
  const { precision } = order.market
  const openPrice = parsePrice(order.openPrice, precision)
  const lots = parseLots(order.lots)
  if (!openPrice.ok || !lots.ok) return undefined
  return {
    side: order.side,
    lots: lots.amount,
    terms: { pricePrecision: precision, unitsPerLot: order.unitsPerLot },
    openPrice: openPrice.amount,
    reference: referenceOf(order, openPrice.amount, quote),
    rate,
    balance: balance === undefined ? undefined : amountOf(balance),
  }
}

/** The closing price now, for a pending order its target. Without any price nothing can be set anyway. */
function referenceOf({ status, side }: ShownOrder, openPrice: Price, quote: TwoSided | undefined): Price {
  if (status === 'pending' || quote === undefined) return openPrice
  return side === 'buy' ? quote.bid : quote.ask
}

function amountOf(text: string): Micros | undefined {
  const parsed = parseMicros(text)
  return parsed.ok ? parsed.amount : undefined
}
