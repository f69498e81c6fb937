import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { ActiveOrders } from '#web/portfolio/portfolio-types.ts'

/** The lists after some orders have changed, newest first. The same lists if no order has changed. */
export function withChangedOrders(lists: ActiveOrders, changed: readonly ShownOrder[]): ActiveOrders {
  if (changed.length === 0) return lists
  const ids = new Set(changed.map(({ id }) => id))
  const listOf = (orders: readonly ShownOrder[], status: ShownOrder['status']) =>
    [...orders.filter(({ id }) => !ids.has(id)), ...changed.filter((order) => order.status === status)].sort(
      (one, other) => other.id - one.id,
    )
  return { status: lists.status, open: listOf(lists.open, 'open'), pending: listOf(lists.pending, 'pending') }
}

/** Ids of listed orders that have ended. The closed part of a partial close was never listed. */
export function endedOf(lists: ActiveOrders, changed: readonly ShownOrder[]): readonly number[] {
  const listed = new Set([...lists.open, ...lists.pending].map(({ id }) => id))
  return changed
    .filter(({ id, status }) => listed.has(id) && (status === 'closed' || status === 'cancelled'))
    .map(({ id }) => id)
}
