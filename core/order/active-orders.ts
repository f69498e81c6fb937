import type { Order } from '#core/order/order.ts'

type Orders = ReadonlyMap<number, Order>

/** Open positions, in the insertion order of the map. */
export function* openOrders(orders: Orders): Generator<Order> {
  for (const order of orders.values()) if (order.status === 'open') yield order
}

export function countByStatus(orders: Orders, status: 'open' | 'pending'): number {
  let count = 0
  for (const order of orders.values()) if (order.status === status) count += 1
  return count
}

/** Ids ascend in the order of creation. */
export function oldestFirst(one: Order, other: Order): number {
  return one.id - other.id
}
