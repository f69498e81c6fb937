import type { LastSeen, OrderRef } from '#core/decision/command.ts'
import { type DecisionContext, type Refusal, refuse, type TradingAccount } from '#core/decision/decision.ts'
import type { MarketNow } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { formatPrice, type Price } from '#core/money/amounts.ts'
import type { Order, Side } from '#core/order/order.ts'
import { misplacedStop, type Stops } from '#core/order/price-levels.ts'

/** Whether no order of this book may be placed or filled now. Closing, cancelling and stops are always possible. */
export function isOpeningBlocked(
  { book }: Pick<TradingAccount, 'book'>,
  { isRealOpeningBlocked }: Pick<DecisionContext, 'isRealOpeningBlocked'>,
): boolean {
  return isRealOpeningBlocked && book === 'real'
}

type TradableQuote = { readonly kind: 'tradable'; readonly quote: Quote } | Refusal

/** Current quote of an open market. A market without any quote counts as closed. */
export function tradableQuote({ state, quote }: MarketNow): TradableQuote {
  if (state === 'closed' || quote === undefined) return refuse('market_closed')
  return state === 'stale' ? refuse('stale_price') : { kind: 'tradable', quote }
}

const maxActionDelayMs = 10_000

/** Refuses a request that is decided more than ten seconds after the tap, or whose market has changed state since. */
export function checkTooLate(
  seen: LastSeen | undefined,
  { stateSeq }: Pick<MarketNow, 'stateSeq'>,
  timeMs: number,
): Refusal | undefined {
  if (seen === undefined) return undefined
  const isOld = seen.atMs !== null && timeMs - seen.atMs > maxActionDelayMs
  const isBefore = seen.seq !== null && seen.seq < stateSeq
  return isOld || isBefore ? refuse('too_late') : undefined
}

type FoundOrder = { readonly kind: 'found'; readonly order: Order } | Refusal

/**
 * Finds an active order in one of these statuses. An order that the user had before is refused with `order_not_open`,
 * an unknown one with `order_not_found`.
 */
export function findOrder(
  { orders }: Pick<TradingAccount, 'orders'>,
  { orderId, wasKnown }: OrderRef,
  statuses: readonly Order['status'][],
): FoundOrder {
  const order = orders.get(orderId)
  if (order === undefined) return refuse(wasKnown ? 'order_not_open' : 'order_not_found')
  return statuses.includes(order.status) ? { kind: 'found', order } : refuse('order_not_open')
}

/** Refuses a stop on the wrong side and names the nearest allowed price, unless that would be zero. */
export function checkStopSides(
  side: Side,
  stops: Stops,
  reference: Price,
  precision: number,
): Refusal | undefined {
  const wrong = misplacedStop(side, stops, reference)
  if (wrong === undefined) return undefined
  const { field, nearest } = wrong
  return refuse(
    'stop_wrong_side',
    nearest > 0 ? { field, nearest: formatPrice(nearest, precision) } : { field },
  )
}
