import type { Account, Order } from '#test/trading-day/oracle/account.ts'
import type { EndCause, OracleAnswer } from '#test/trading-day/oracle/oracle-types.ts'
import { done, refused } from '#test/trading-day/oracle/world.ts'

/** "A pending order, at any time." */
export function cancelOnRequest(account: Account, orderId: number): OracleAnswer {
  const order = account.orders.find(({ id }) => id === orderId)
  if (order === undefined) return refused('order_not_found')
  if (order.status !== 'pending') return refused('order_not_open')
  cancel(order, 'user', null)
  return done(order.id)
}

export function cancel(order: Order, cause: EndCause, seq: number | null): void {
  order.status = 'cancelled'
  order.endCause = cause
  order.endedSeq = seq
}
