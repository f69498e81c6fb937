// Requests about several orders at once, and those that put one order in the place of another.
import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import { formatLots } from '#core/money/amounts.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import type { About } from '#test/trading-day/scenario/make-request.ts'
import { makeStops, near, typedLots, typedPrice } from '#test/trading-day/scenario/make-ticket.ts'
import { anyOrder, standing } from '#test/trading-day/scenario/pick-order.ts'

/** All open orders or a few of them; now and then pending, foreign, unknown and repeated ids among them. */
export function closeMany(...[{ tables }, userId, random]: About): CommandRequest {
  const own = standing(tables, userId)
  const open = own.filter(({ status }) => status === 'open').map(({ id }) => id)
  const ids = random.chance(0.3) ? open : open.filter(() => random.chance(0.5))
  const strange = [
    ...own.filter(() => random.chance(0.1)).map(({ id }) => id),
    ...ids.filter(() => random.chance(0.1)),
    ...(random.chance(0.3) ? [anyOrder('closed', tables, userId, random)?.id ?? 0] : []),
    ...(random.chance(0.2) ? [random.between(-1, tables.orders.size + 3)] : []),
  ]
  const named = [...ids, ...strange]
  const orderIds = named.length === 0 ? [random.between(1, 50)] : random.shuffled(named)
  return { kind: 'close_many', orderIds }
}

export function reverseOrder(...[{ markets, board, tables }, userId, random]: About): CommandRequest {
  const order = anyOrder('open', tables, userId, random)
  const market = markets.find(({ id }) => id === order?.marketId)
  const quote = order === undefined ? undefined : board.now(order.marketId).quote
  const isSeen = order !== undefined && market !== undefined && quote !== undefined && random.chance(0.3)
  return {
    kind: 'reverse_order',
    orderId: order?.id ?? random.between(0, 50),
    seen: isSeen ? typedPrice(market, near(closingPrice(order.side, quote), random), random) : null,
    deviation: random.weighted([
      [6, 0],
      [3, random.between(1, 200)],
      [0.2, random.pick([-1, 0.5])],
    ]),
  }
}

/** Another target, other lots, other stops: each about as often changed as kept. */
export function amendOrder(...[{ markets, board, tables }, userId, random]: About): CommandRequest {
  const order = anyOrder('pending', tables, userId, random)
  const market = markets.find(({ id }) => id === order?.marketId)
  if (order === undefined || market === undefined) return { ...anyAmendment, orderId: random.between(0, 50) }
  const quote = board.now(order.marketId).quote
  const now = quote === undefined ? order.openPrice : openingPrice(order.side, quote)
  const target = random.chance(0.4) ? order.openPrice : near(now, random)
  const stops = random.chance(0.3) ? order : makeStops(order.side, target, random)
  const typed = (steps: number | null) => (steps === null ? null : typedPrice(market, steps, random))
  return {
    kind: 'amend_order',
    orderId: order.id,
    target: typedPrice(market, target, random),
    lots: random.chance(0.5)
      ? formatLots(order.lots)
      : typedLots(market, order.lots * random.pick([0.3, 2, 10]), random),
    stopLoss: typed(stops.stopLoss),
    takeProfit: typed(stops.takeProfit),
  }
}

const anyAmendment = {
  kind: 'amend_order',
  target: '1',
  lots: '1',
  stopLoss: null,
  takeProfit: null,
} as const
