import type { OrderRef } from '#core/decision/command.ts'
import { type Refusal, refuse, type TradingAccount } from '#core/decision/decision.ts'
import type { MarketNow } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { formatPrice, type Price } from '#core/money/amounts.ts'
import type { Order, Side } from '#core/order/order.ts'
import { misplacedStop, type Stops } from '#core/order/price-levels.ts'

type TradableQuote = { readonly kind: 'tradable'; readonly quote: Quote } | Refusal

/** The quote there is to trade on. A market that never had one counts as closed. */
export function tradableQuote({ state, quote }: MarketNow): TradableQuote {
  if (state === 'closed' || quote === undefined) return refuse('market_closed')
  return state === 'stale' ? refuse('stale_price') : { kind: 'tradable', quote }
}

/** What the client had last received when the user tapped. What is null is not checked. */
export type LastSeen = {
  /** The sequence of quotes and changes of state. */
  readonly seq: number | null
  /** The server's time, epoch ms. */
  readonly atMs: number | null
}

const maxActionDelayMs = 10_000

/** An act never takes effect much later than the tap, nor in a market that has closed or gone stale in between. */
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

/** The order that is meant. One that was there once and is gone is over; one in another status is not what is meant. */
export function findOrder(
  { orders }: Pick<TradingAccount, 'orders'>,
  { orderId, wasKnown }: OrderRef,
  statuses: readonly Order['status'][],
): FoundOrder {
  const order = orders.get(orderId)
  if (order === undefined) return refuse(wasKnown ? 'order_not_open' : 'order_not_found')
  return statuses.includes(order.status) ? { kind: 'found', order } : refuse('order_not_open')
}

/** The nearest allowed price is one step off. It is left out where that would be zero, which is no stop at all. */
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
