import { isEnded, type Order } from '#core/order/order.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { AccountWithNotice } from '#server/portfolio/account-store.ts'

/**
 * The account after the next change. Undefined if it has to be loaded instead: the change is not the next one, or it
 * raises a margin call, whose id only the database knows.
 */
export function applyChange(
  account: AccountWithNotice,
  change: AccountChanged,
): AccountWithNotice | undefined {
  const { version, cash, locked, isWarned, orders, notice } = change
  if (version !== account.version + 1 || notice !== null) return undefined
  const changed = new Map(orders.map(({ after }) => [after.id, after]))
  return {
    version,
    cash,
    locked,
    notice: isWarned ? account.notice : null,
    open: withChanged(account.open, changed, 'open'),
    pending: withChanged(account.pending, changed, 'pending'),
  }
}

/** Newest first, as the database returns them. The same list if none of the orders concerns it. */
function withChanged(
  orders: readonly Order[],
  changed: ReadonlyMap<number, Order>,
  status: 'open' | 'pending',
): readonly Order[] {
  const added = [...changed.values()].filter((order) => order.status === status && !isEnded(order))
  const kept = orders.filter(({ id }) => !changed.has(id))
  if (added.length === 0 && kept.length === orders.length) return orders
  return [...added, ...kept].sort((one, other) => other.id - one.id)
}
