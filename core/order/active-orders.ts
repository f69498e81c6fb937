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

type FingerprintFields = Pick<Order, 'id' | 'status' | 'lots' | 'stopLoss' | 'takeProfit'>

/**
 * A short mark of what stands: equal for equal orders, and another one as soon as an order comes, goes, opens, or its
 * lots or stops change. It tells that a list is to be fetched again and proves nothing, so 32 bits will do.
 */
export function activeOrdersFingerprint(orders: readonly FingerprintFields[]): string {
  const oldestFirst = [...orders].sort((one, other) => one.id - other.id)
  let mark = fnvStart
  for (const { id, status, lots, stopLoss, takeProfit } of oldestFirst)
    mark = fnv1a(mark, `${id} ${status} ${lots} ${stopLoss} ${takeProfit};`)
  return (mark >>> 0).toString(16).padStart(8, '0')
}

/** FNV-1a, of the 16 bits that a letter has here. */
const fnvStart = 0x811c9dc5
const fnvPrime = 0x01000193

function fnv1a(start: number, text: string): number {
  let mark = start
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), fnvPrime)
  return mark
}
