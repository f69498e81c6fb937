import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { Opened } from '#core/margin/exposure.ts'
import { type Lots, parseLots } from '#core/money/lots.ts'
import { type Micros, parseMicros } from '#core/money/micros.ts'
import { parsePrice } from '#core/money/price.ts'
import type { OrderTerms } from '#core/order/order-terms.ts'

/** An order in whole steps, as everything that counts wants it. */
export type CountedOrder = Opened & {
  readonly margin: Micros
  readonly lotStep: Lots
  readonly leastLots: Lots
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
}

/** Undefined where the wire said what is no amount: then there is nothing to count, and nothing is shown for it. */
export function countedOrder(order: ShownOrder): CountedOrder | undefined {
  const { precision } = order.market
  const openPrice = parsePrice(order.openPrice, precision)
  const margin = parseMicros(order.margin)
  const [lots, lotStep, leastLots] = [order.lots, order.lotStep, order.leastLots].map(parseLots)
  if (!openPrice.ok || !margin.ok || !lots?.ok || !lotStep?.ok || !leastLots?.ok) return undefined
  return {
    side: order.side,
    openPrice: openPrice.amount,
    margin: margin.amount,
    lots: lots.amount,
    lotStep: lotStep.amount,
    leastLots: leastLots.amount,
    terms: { pricePrecision: precision, unitsPerLot: order.unitsPerLot },
  }
}
