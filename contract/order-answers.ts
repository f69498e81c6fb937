import type { OrderFigures } from '#contract/account-wire.ts'
import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import type { CloseAnswer, CloseManyAnswer, OutcomeAnswer, ReverseAnswer } from '#contract/calls/trading.ts'
import { codes } from '#contract/envelope.ts'
import { orderToWire } from '#contract/order-wire.ts'
import { type Outcome, type Say, toEnvelope, wireReason } from '#contract/outcome.ts'
import type { OrderRefusal } from '#core/decision/decision.ts'
import { profitAt } from '#core/margin/profit-and-margin.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import type { Market } from '#core/market/market.ts'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { DecisionPrices } from '#core/order/receipt.ts'
import type { LanguageCode } from '#i18n/languages.ts'

// Answers of order calls. Their figures use the quote and rate of the decision, never current prices, so that a
// repeated call gets the same answer.

export function decidedToWire(
  order: Order,
  market: Market,
  language: LanguageCode,
  valuedOn: DecisionPrices = decidedOn(order),
): DecidedOrderFields {
  return {
    ...orderToWire(figuresOn(order, valuedOn), market, language),
    QuoteSeq: valuedOn.knownSeq,
  }
}

/** The rest of a partial close is valued at the quote of the closed part. */
export function closedToWire(
  closed: Order,
  rest: Order | undefined,
  market: Market,
  language: LanguageCode,
): CloseAnswer {
  return {
    ...decidedToWire(closed, market, language),
    Rest: rest === undefined ? null : orderToWire(figuresOn(rest, decidedOn(closed)), market, language),
  }
}

/** The opened order, with the closed one as `Closed`. */
export function reversedToWire(
  opened: Order,
  closed: Order,
  market: Market,
  language: LanguageCode,
): ReverseAnswer {
  return {
    ...decidedToWire(opened, market, language),
    Closed: decidedToWire(closed, market, language),
  }
}

type ClosedMany = { readonly orders: readonly Order[]; readonly refusals: readonly OrderRefusal[] }

/** One result per requested id, in request order. A repeated id is refused the second time. */
export function closedManyToWire(
  orderIds: readonly number[],
  { orders, refusals }: ClosedMany,
  wireOf: (order: Order) => DecidedOrderFields,
): CloseManyAnswer {
  const closed = new Map(orders.map((order) => [order.id, order]))
  const refused = [...refusals]
  return {
    results: orderIds.map((Id) => {
      const order = closed.get(Id)
      closed.delete(Id)
      if (order !== undefined) return { Id, code: codes.success, reason: null, order: wireOf(order) }
      const at = refused.findIndex(({ orderId }) => orderId === Id)
      const [refusal] = at === -1 ? [] : refused.splice(at, 1)
      if (refusal === undefined) throw new Error(`no decision for order ${Id}`)
      return { Id, code: codes.refused, reason: wireReason(refusal.reason), order: null }
    }),
  }
}

/** Prices of the order's latest receipt that has a quote. */
function decidedOn({ placed, opened, ended }: Order): DecisionPrices {
  return [ended, opened].find((receipt) => receipt?.quote != null) ?? placed
}

function figuresOn(order: Order, { quote, rate }: DecisionPrices): OrderFigures {
  const { closePrice, profit, side, status, terms } = order
  if (status === 'closed' || status === 'cancelled')
    return { order, closing: closePrice, profit: profit ?? micros(0) }
  const closing = quote === null ? null : closingPrice(side, quote)
  const isCounted = status === 'open' && closing !== null && rate !== null
  return { order, closing, profit: isCounted ? profitAt(terms, order, closing, rate) : micros(0) }
}

// Answers of the outcome call, in the format of the lost call. The kind of that call is not stored, but derived from
// the decision.

export function lostCallToWire(outcome: Outcome<unknown>, say: Say): OutcomeAnswer {
  const { code, msg, data } = toEnvelope(outcome, say)
  const reason = outcome.kind === 'refused' ? outcome.reason : null
  return { state: 'decided', outcome: { code, reason, msg, data } }
}

/** Stored result of an order command. */
export type DecidedOrders = {
  readonly orders: readonly Order[]
  readonly refusals?: readonly OrderRefusal[]
  readonly valuedOn?: DecisionPrices
}

/**
 * The answer of submit, close, close_many, reverse, amend_order, cancel_trade or set_stop_price; null without orders.
 */
export function lostCallAnswer(
  { orders, refusals, valuedOn }: DecidedOrders,
  marketOf: (marketId: number) => Market,
  language: LanguageCode,
  wireOf: (order: Order) => DecidedOrderFields,
): unknown {
  const [order, other] = orders
  if (refusals !== undefined) {
    const ids = [...orders.map(({ id }) => id), ...refusals.map(({ orderId }) => orderId)]
    return closedManyToWire(ids, { orders, refusals }, wireOf)
  }
  if (order === undefined) return null
  const market = marketOf(order.marketId)
  const isReversed = other !== undefined && order.parentId !== other.id
  if (isReversed) return reversedToWire(order, other, market, language)
  if (order.status === 'closed') return closedToWire(order, other, market, language)
  return decidedToWire(order, market, language, valuedOn)
}
