// Orders as they were before a decision, stored in the journal as differences from the orders afterwards.
import { isDeepStrictEqual } from 'node:util'
import type { Order } from '#core/order/order.ts'
import { orderFields, termsFields } from '#server/engine/order-fields.ts'

/** The changed fields of an order, with their values before. */
export type OrderDifference = Partial<Order>

/** By order id. Orders that are new in the decision are absent. */
export type OrdersBefore = Readonly<Record<number, OrderDifference>>

/** Differences of all given orders that existed before. Undefined if none did. */
export function ordersBefore(
  known: ReadonlyMap<number, Order> | undefined,
  orders: readonly Order[],
): OrdersBefore | undefined {
  const differences: Record<number, OrderDifference> = {}
  let isEmpty = true
  for (const after of orders) {
    const before = known?.get(after.id)
    if (before === undefined) continue
    differences[after.id] = differenceOf(before, after)
    isEmpty = false
  }
  return isEmpty ? undefined : differences
}

/** The order before, from the order afterwards and its difference. */
export function orderBefore(after: Order, difference: OrderDifference): Order {
  return { ...after, ...difference }
}

const fields = Object.entries(orderFields).map(([name, [, type, read]]) => ({
  name: (name in termsFields ? 'terms' : name) as keyof Order,
  isReceipt: type === 'jsonb',
  read,
}))

function differenceOf(before: Order, after: Order): OrderDifference {
  const difference: Record<string, unknown> = {}
  for (const { name, isReceipt, read } of fields) {
    const [one, other] = [read(before), read(after)]
    if (one === other || (isReceipt && isDeepStrictEqual(one, other))) continue
    difference[name] = before[name]
  }
  return difference
}
