import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { TradingKey } from '#i18n/web/trading/en.ts'

/** Message key that says why an order ended. */
export function endCauseKey({ status, endCause }: Pick<ShownOrder, 'status' | 'endCause'>): TradingKey {
  if (endCause === 'user' && status === 'cancelled') return 'order.cause.cancelled'
  return causes[endCause ?? ''] ?? 'order.cause.unknown'
}

const causes: Readonly<Record<string, TradingKey>> = {
  user: 'order.cause.user',
  stop_loss: 'order.cause.stop_loss',
  take_profit: 'order.cause.take_profit',
  stop_out: 'order.cause.stop_out',
  demo_reset: 'order.cause.demo_reset',
  amended: 'order.cause.amended',
  insufficient_margin: 'order.cause.insufficient_margin',
  notional_limit: 'order.cause.notional_limit',
  orders_limit: 'order.cause.orders_limit',
  simulated_prices: 'order.cause.simulated_prices',
}
