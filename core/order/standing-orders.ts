import type { Order } from '#core/order/order.ts'

type Orders = ReadonlyMap<number, Order>

/** Those that are positions, as the account lists them. */
export function* openOrders(orders: Orders): Generator<Order> {
  for (const order of orders.values()) if (order.status === 'open') yield order
}

/** How many there are of this status. */
export function countByStatus(orders: Orders, status: 'open' | 'pending'): number {
  let count = 0
  for (const order of orders.values()) if (order.status === status) count += 1
  return count
}

/** Ids are given out in the order in which orders come into being. */
export function oldestFirst(one: Order, other: Order): number {
  return one.id - other.id
}
