import type { Refusal } from '#core/decision/decision.ts'
import { refuse } from '#core/decision/refuse.ts'
import { formatPrice, type Price } from '#core/money/price.ts'
import type { Side } from '#core/order/order.ts'
import { misplacedStop, type Stops } from '#core/order/stop-sides.ts'

/** The nearest allowed price is one step off. It is left out where that would be zero, which is no stop at all. */
export function checkStopSides(
  side: Side,
  stops: Stops,
  reference: Price,
  precision: number,
): Refusal | undefined {
  const wrong = misplacedStop(side, stops, reference)
  if (wrong === undefined) return undefined
  const { field, nearest } = wrong
  return refuse(
    'stop_wrong_side',
    nearest > 0 ? { field, nearest: formatPrice(nearest, precision) } : { field },
  )
}
