import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Lots, parseLots } from '#core/money/lots.ts'
import { type Micros, parseMicros } from '#core/money/micros.ts'
import { type CountedOrder, countedOrder } from '#web/parts/stops/stop-basis.ts'

/** An order in whole steps, with what says how much of it can be closed and what that frees. */
export type ClosableOrder = CountedOrder & {
  readonly margin: Micros
  readonly lotStep: Lots
  readonly leastLots: Lots
}

/** Undefined where the wire said what is no amount: then there is nothing to count, and nothing is shown for it. */
export function closableOrder(order: ShownOrder): ClosableOrder | undefined {
  const counted = countedOrder(order)
  const margin = parseMicros(order.margin)
  const lotStep = parseLots(order.lotStep)
  const leastLots = parseLots(order.leastLots)
  if (counted === undefined || !margin.ok || !lotStep.ok || !leastLots.ok) return undefined
  return { ...counted, margin: margin.amount, lotStep: lotStep.amount, leastLots: leastLots.amount }
}
