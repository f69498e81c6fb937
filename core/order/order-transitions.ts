import { type Lots, lots, type Micros, micros, type Price } from '#core/money/amounts.ts'
import { mulDiv } from '#core/money/mul-div.ts'
import { subtract } from '#core/money/safe-integer.ts'
import type { CancelCause, CloseCause, Order } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'

// The transitions of an order: pending → open, open → closed, pending → cancelled, and the split of a partial close.

type Transition = { readonly receipt: Receipt; readonly timeMs: number }

type Fill = Transition & { readonly price: Price; readonly margin: Micros; readonly fee: Micros }

export function filled(order: Order, { price, margin, fee, receipt, timeMs }: Fill): Order {
  ensureStatus(order, 'pending')
  return { ...order, status: 'open', openPrice: price, margin, fee, opened: receipt, openedAtMs: timeMs }
}

type Close = Transition & {
  readonly price: Price
  readonly profit: Micros
  readonly cause: CloseCause
}

export function closed(order: Order, { price, profit, cause, receipt, timeMs }: Close): Order {
  ensureStatus(order, 'open')
  return {
    ...order,
    status: 'closed',
    closePrice: price,
    profit,
    endCause: cause,
    ended: receipt,
    endedAtMs: timeMs,
  }
}

export function cancelled(order: Order, cause: CancelCause, { receipt, timeMs }: Transition): Order {
  ensureStatus(order, 'pending')
  return { ...order, status: 'cancelled', endCause: cause, ended: receipt, endedAtMs: timeMs }
}

function ensureStatus({ id, status }: Order, needed: Order['status']): void {
  if (status !== needed) throw new Error(`order ${id} is ${status}, expected ${needed}`)
}

/** `rest` keeps the id. Lots, margin and fee of both parts add up to those of the order. */
type OrderSplit = { readonly rest: Order; readonly part: Order }

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

/** The rest's share of an amount. The closed part gets the difference, so that nothing is lost to rounding. */
export function restShare(amount: Micros, restLots: Lots, allLots: Lots): Micros {
  return micros(mulDiv(amount, restLots, allLots))
}
