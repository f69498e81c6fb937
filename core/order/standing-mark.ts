import type { Order } from '#core/order/order.ts'

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
