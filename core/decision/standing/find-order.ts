import type { OrderRef } from '#core/decision/command.ts'
import type { Refusal } from '#core/decision/decision.ts'
import { refuse } from '#core/decision/refuse.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Order } from '#core/order/order.ts'

export type FoundOrder = { readonly kind: 'found'; readonly order: Order } | Refusal

/** The order that is meant. One that was there once and is gone is over; one in another status is not what is meant. */
export function findOrder(
  { orders }: Pick<TradingAccount, 'orders'>,
  { orderId, wasKnown }: OrderRef,
  statuses: readonly Order['status'][],
): FoundOrder {
  const order = orders.get(orderId)
  if (order === undefined) return refuse(wasKnown ? 'order_not_open' : 'order_not_found')
  return statuses.includes(order.status) ? { kind: 'found', order } : refuse('order_not_open')
}
