// The only ways in which an order goes on: it is filled, closed or cancelled, each from one status alone.
import type { Micros } from '#core/money/micros.ts'
import type { Price } from '#core/money/price.ts'
import type { CancelCause, CloseCause, Order } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'

type Transition = { readonly receipt: Receipt; readonly timeMs: number }

export type Fill = Transition & { readonly price: Price; readonly margin: Micros; readonly fee: Micros }

export function filled(order: Order, { price, margin, fee, receipt, timeMs }: Fill): Order {
  ensureStatus(order, 'pending')
  return { ...order, status: 'open', openPrice: price, margin, fee, opened: receipt, openedAtMs: timeMs }
}

export type Close = Transition & {
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
  if (status !== needed) throw new Error(`order ${id} is ${status} and not ${needed}`)
}
