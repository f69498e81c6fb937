// Trading routes: open, change and close orders, list them, and look up the outcome of a lost answer.

import { fundsToWire } from '#contract/account-wire.ts'
import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import {
  amendOrder,
  type CloseManyInput,
  cancelTrade,
  close,
  closeMany,
  type MyDealInput,
  myDeal,
  outcomeOfKey,
  reverse,
  setStopPrice,
  submit,
} from '#contract/calls/trading.ts'
import {
  closedManyToWire,
  closedToWire,
  decidedToWire,
  lostCallAnswer,
  lostCallToWire,
  reversedToWire,
} from '#contract/order-answers.ts'
import { orderToWire } from '#contract/order-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import {
  decimalTextOrNull,
  stopsFromWire,
  tappedFromWire,
  ticketFromWire,
} from '#contract/ticket-from-wire.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Engine, SubmitResult } from '#server/engine/engine.ts'
import { engineOutcome, type Route, reversedPair, soleOrder, userRoute } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import { nextTurn } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { OrdersQuery, OrderTab, Portfolio } from '#server/portfolio/portfolio.ts'
import type { Users } from '#server/users/users.ts'

type TradingParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly engine: Pick<Engine, 'submit'>
  readonly marketData: Pick<MarketData, 'markets'>
}

/** Success carries no message: the order sheet shows the result itself. */
export function placeOrder({ users, engine, marketData }: TradingParts): Route {
  const markets = new Map(marketData.markets.map((market) => [market.id, market]))
  return userRoute(submit, users.authenticate, async (input, user, caller) => {
    const { language, idempotency: key, waitedMs } = caller
    const market = markets.get(input.forex_id)
    if (market === undefined) return refused('invalid_input', { field: 'forex_id' })
    const ticket = ticketFromWire(input)
    if (ticket === undefined) return refused('price_required', { field: 'target_price' })
    const command = { kind: 'open_order', ticket, ...tappedFromWire(input) } as const
    const reply = await engine.submit(user, command, key, waitedMs)
    return engineOutcome(reply, (orders) => answered(decidedToWire(soleOrder(orders), market, language)))
  })
}

export function closeOrder({ users, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketLookup(marketData)
  return userRoute(close, users.authenticate, async (input, user, { language, idempotency: key }) => {
    const { id, cont } = input
    const command = {
      kind: 'close_order',
      orderId: id,
      lots: decimalTextOrNull(cont),
      ...tappedFromWire(input),
    } as const
    return engineOutcome(await engine.submit(user, command, key), (orders) => {
      const closed = soleOrder(orders)
      const answer = closedToWire(closed, orders[1], marketOf(closed.marketId), language)
      return answered(answer, 'done.order_closed')
    })
  })
}

/** Success carries no message: each order has its own result, and the client shows them. */
export function closeManyOrders({ users, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketLookup(marketData)
  return userRoute(closeMany, users.authenticate, async (input, user, { language, idempotency: key }) => {
    const orderIds = orderIdsOf(input)
    const command = { kind: 'close_many', orderIds, ...tappedFromWire(input) } as const
    // Hundreds of ids were read and checked in this turn.
    if (orderIds.length > ordersPerTurn) await nextTurn()
    const reply = await engine.submit(user, command, key)
    const wire = await ordersToWire(reply, marketOf, language)
    return engineOutcome(reply, (orders, { refusals = [] }) =>
      answered(closedManyToWire(orderIds, { orders, refusals }, wire)),
    )
  })
}

const ordersPerTurn = 64

/** Converts the orders of a reply, which may be hundreds, in several turns of the event loop. */
async function ordersToWire(
  reply: SubmitResult,
  marketOf: (marketId: number) => Market,
  language: LanguageCode,
): Promise<(order: Order) => DecidedOrderFields> {
  const toWire = (order: Order) => decidedToWire(order, marketOf(order.marketId), language)
  const wires = new Map<Order, DecidedOrderFields>()
  if (reply.kind !== 'done' || reply.orders.length <= ordersPerTurn) return toWire
  for (const [at, order] of reply.orders.entries()) {
    if (at > 0 && at % ordersPerTurn === 0) await nextTurn()
    wires.set(order, toWire(order))
  }
  return (order) => wires.get(order) ?? toWire(order)
}

function orderIdsOf({ ids }: CloseManyInput): readonly number[] {
  return typeof ids === 'string' ? ids.split(',').map(Number) : ids
}

export function reverseOrder({ users, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketLookup(marketData)
  return userRoute(reverse, users.authenticate, async (input, user, caller) => {
    const { language, idempotency: key, waitedMs } = caller
    const { id, price, deviation = 0 } = input
    const seen = decimalTextOrNull(price)
    const command = { kind: 'reverse_order', orderId: id, seen, deviation, ...tappedFromWire(input) } as const
    return engineOutcome(await engine.submit(user, command, key, waitedMs), (orders) => {
      const [opened, closed] = reversedPair(orders)
      return answered(
        reversedToWire(opened, closed, marketOf(opened.marketId), language),
        'done.order_reversed',
      )
    })
  })
}

export function amendPendingOrder({ users, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketLookup(marketData)
  return userRoute(amendOrder, users.authenticate, async (input, user, caller) => {
    const { language, idempotency: key, waitedMs } = caller
    const { id, target_price: target, cont: lots } = input
    const change = { target, lots, ...stopsFromWire(input), ...tappedFromWire(input) }
    const command = { kind: 'amend_order', orderId: id, ...change } as const
    const reply = await engine.submit(user, command, key, waitedMs)
    return engineOutcome(reply, (orders) => {
      const order = soleOrder(orders)
      return answered(decidedToWire(order, marketOf(order.marketId), language), 'done.order_amended')
    })
  })
}

export function cancelOrder({ users, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketLookup(marketData)
  return userRoute(cancelTrade, users.authenticate, async ({ id }, user, { language, idempotency: key }) => {
    const reply = await engine.submit(user, { kind: 'cancel_order', orderId: id }, key)
    return engineOutcome(reply, (orders) => {
      const order = soleOrder(orders)
      return answered(decidedToWire(order, marketOf(order.marketId), language), 'done.order_cancelled')
    })
  })
}

export function setStops({ users, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketLookup(marketData)
  return userRoute(setStopPrice, users.authenticate, async (input, user, { language, idempotency: key }) => {
    const command = {
      kind: 'set_stops',
      orderId: input.id,
      ...stopsFromWire(input),
      ...tappedFromWire(input),
    } as const
    return engineOutcome(await engine.submit(user, command, key), (orders, { valuedOn }) => {
      const order = soleOrder(orders)
      return answered(decidedToWire(order, marketOf(order.marketId), language, valuedOn), 'done.stops_set')
    })
  })
}

type OutcomeParts = Omit<TradingParts, 'engine'> & {
  readonly engine: Pick<Engine, 'outcomeOf'>
  readonly translatorFor: TranslatorFor
}

/** The outcome of an order call whose answer was lost. Looking up an unused key burns it. */
export function readOutcome({ users, engine, marketData, translatorFor }: OutcomeParts): Route {
  const marketOf = createMarketLookup(marketData)
  return userRoute(outcomeOfKey, users.authenticate, async ({ key, seen_at }, user, { language }) => {
    const found = await engine.outcomeOf(user, key, seen_at)
    switch (found.kind) {
      case 'decided': {
        const wire = await ordersToWire(found.outcome, marketOf, language)
        const lost = engineOutcome(found.outcome, (_, done) =>
          answered(lostCallAnswer(done, marketOf, language, wire)),
        )
        return answered(lostCallToWire(lost, translatorFor(language)))
      }
      case 'never':
      case 'expired':
        return answered({ state: found.kind })
      case 'busy':
        return refused('busy')
      case 'unknown':
        return refused('outcome_unknown')
      case 'fault':
        throw new Error('the engine failed to look up the outcome of a key')
      default:
        return ensureNever(found)
    }
  })
}

type OrderListParts = Omit<TradingParts, 'engine'> & { readonly portfolio: Pick<Portfolio, 'orders'> }

export function readOrders({ users, portfolio, marketData }: OrderListParts): Route {
  const marketOf = createMarketLookup(marketData)
  return userRoute(myDeal, users.authenticate, async (input, { userId }, { language }) => {
    const list = await portfolio.orders(userId, queryOf(input))
    if (list === 'busy') return refused('busy')
    const { orders, total, totalProfit, funds } = list
    // All orders were valued in this turn. The page is written in the next.
    await nextTurn()
    return answered({
      data: orders.map((figures) => orderToWire(figures, marketOf(figures.order.marketId), language)),
      total,
      all_fact_profits: totalProfit,
      ...fundsToWire(funds),
    })
  })
}

function queryOf({ status, page, limit, id, forex_id, from, to }: MyDealInput): OrdersQuery {
  if (id !== undefined) return { id, page, limit }
  return { tab: tabOf(status), marketId: forex_id, fromMs: from, toMs: to, page, limit }
}

/** History holds closed and cancelled orders alike. */
function tabOf(status: number): OrderTab {
  if (status === 0) return 'pending'
  return status === 1 ? 'open' : 'history'
}

/** Markets are never removed, so an order's market is always found. */
function createMarketLookup({ markets }: Pick<MarketData, 'markets'>): (marketId: number) => Market {
  const byId = new Map(markets.map((market) => [market.id, market]))
  return (marketId) => {
    const market = byId.get(marketId)
    if (market === undefined) throw new Error(`there is no market ${marketId}`)
    return market
  }
}
