import { type Lots, lots } from '#core/money/lots.ts'
import { type Micros, micros } from '#core/money/micros.ts'
import { mulDiv } from '#core/money/mul-div.ts'
import { subtract } from '#core/money/safe-integer.ts'
import type { Order } from '#core/order/order.ts'

/** An order in two: what remains of it, and the part that leaves under an id of its own. Together they are what it was. */
export type OrderSplit = { readonly rest: Order; readonly part: Order }

export function splitOrder(order: Order, partLots: Lots, partId: number): OrderSplit {
  const restLots = lots(order.lots - partLots)
  const margin = restShare(order.margin, restLots, order.lots)
  const fee = restShare(order.fee, restLots, order.lots)
  return {
    rest: { ...order, lots: restLots, margin, fee },
    part: {
      ...order,
      id: partId,
      parentId: order.id,
      amendedFrom: null,
      lots: partLots,
      margin: subtract(order.margin, margin),
      fee: subtract(order.fee, fee),
    },
  }
}

/** What the rest keeps of an amount; the part that leaves takes the difference. */
export function restShare(amount: Micros, restLots: Lots, allLots: Lots): Micros {
  return micros(mulDiv(amount, restLots, allLots))
}
