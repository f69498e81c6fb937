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

type FingerprintFields = Pick<Order, 'id' | 'status' | 'lots' | 'stopLoss' | 'takeProfit'>

/**
 * Hash of the active orders. It changes when an order appears, opens, ends, or changes its lots or stops. Clients
 * reload their lists when it changes, so 32 bits are enough.
 */
export function activeOrdersFingerprint(orders: readonly FingerprintFields[]): string {
  const oldestFirst = [...orders].sort((one, other) => one.id - other.id)
  let mark = fnvStart
  for (const { id, status, lots, stopLoss, takeProfit } of oldestFirst)
    mark = fnv1a(mark, `${id} ${status} ${lots} ${stopLoss} ${takeProfit};`)
  return (mark >>> 0).toString(16).padStart(8, '0')
}

/** FNV-1a over UTF-16 code units. */
const fnvStart = 0x811c9dc5
const fnvPrime = 0x01000193

function fnv1a(start: number, text: string): number {
  let mark = start
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), fnvPrime)
  return mark
}
