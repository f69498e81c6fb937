import type { CancelCause, Order } from '#core/order/order.ts'
import type { Change } from '#server/followers/followers.ts'

/** An event of an order or an account that the user did not cause. */
export type TradingNotice = Pick<Change, 'position' | 'userId' | 'timeMs'> & Event

type Event =
  | { readonly kind: 'stop_loss' | 'take_profit' | 'close_out' | 'order_filled'; readonly orderId: number }
  | { readonly kind: 'order_cancelled'; readonly orderId: number; readonly reason: CancelReason }
  | { readonly kind: 'margin_call'; readonly riskRate: number }

type CancelReason = Exclude<CancelCause, 'user' | 'amended' | 'demo_reset'>

/** All notices of a change: one for each order that the quote has changed, and the margin call. */
export function noticesOf(change: Change): readonly TradingNotice[] {
  // Every other change was requested by the user or an operator.
  if (change.cause !== 'judge_tick') return []
  const { position, userId, timeMs, orders, notice } = change
  const events = orders.flatMap(({ after }) => eventOf(after) ?? [])
  const call = notice === null ? [] : [{ kind: 'margin_call', riskRate: notice.riskRate } as const]
  return [...call, ...events].map((event) => ({ position, userId, timeMs, ...event }))
}

/** A quote changes an order in one of these ways only, so its state before is not needed. */
function eventOf({ id: orderId, status, endCause }: Order): Event | undefined {
  if (status === 'open') return { kind: 'order_filled', orderId }
  switch (endCause) {
    case 'stop_loss':
    case 'take_profit':
      return { kind: endCause, orderId }
    case 'stop_out':
      return { kind: 'close_out', orderId }
    case 'insufficient_margin':
    case 'notional_limit':
    case 'orders_limit':
    case 'simulated_prices':
      return { kind: 'order_cancelled', orderId, reason: endCause }
    default:
      return undefined
  }
}
