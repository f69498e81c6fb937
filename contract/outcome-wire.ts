// What became of a lost call, as that call would have answered. Which call it was is not kept: what was decided tells.
import type { OutcomeAnswer } from '#contract/calls/trading.ts'
import { closedManyToWire, closedToWire, decidedToWire, reversedToWire } from '#contract/decided-wire.ts'
import { type Outcome, type Say, toEnvelope } from '#contract/outcome.ts'
import type { OrderRefusal } from '#core/decision/decision.ts'
import type { Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { KnownPrices } from '#core/order/receipt.ts'
import type { LanguageCode } from '#i18n/languages.ts'

export function lostCallToWire(outcome: Outcome<unknown>, say: Say): OutcomeAnswer {
  const { code, msg, data } = toEnvelope(outcome, say)
  const reason = outcome.kind === 'refused' ? outcome.reason : null
  return { state: 'decided', outcome: { code, reason, msg, data } }
}

/** What a command about orders came to. */
export type DecidedOrders = {
  readonly orders: readonly Order[]
  readonly refusals?: readonly OrderRefusal[]
  readonly valuedOn?: KnownPrices
}

/** The answer of submit, close, close_many, reverse, amend_order, cancel_trade or set_stop_price; null where none had orders. */
export function lostCallAnswer(
  { orders, refusals, valuedOn }: DecidedOrders,
  marketOf: (marketId: number) => Market,
  language: LanguageCode,
): unknown {
  const [order, other] = orders
  if (refusals !== undefined) {
    const ids = [...orders.map(({ id }) => id), ...refusals.map(({ orderId }) => orderId)]
    const wireOf = (one: Order) => decidedToWire(one, marketOf(one.marketId), language)
    return closedManyToWire(ids, { orders, refusals }, wireOf)
  }
  if (order === undefined) return null
  const market = marketOf(order.marketId)
  const isReversed = other !== undefined && order.parentId !== other.id
  if (isReversed) return reversedToWire(order, other, market, language)
  if (order.status === 'closed') return closedToWire(order, other, market, language)
  return decidedToWire(order, market, language, valuedOn)
}
