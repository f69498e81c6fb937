import { accountFigures } from '#core/margin/account-figures.ts'
import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import { formatLots, lots } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import type { AccountRecord } from '#server/engine/engine-store.ts'
import type { MemoryTables } from '#test/trading-day/memory-store.ts'
import { makeMoneyRequest } from '#test/trading-day/scenario/make-money-request.ts'
import {
  hostileTexts,
  makeStops,
  makeTicket,
  near,
  typedLots,
  typedPrice,
} from '#test/trading-day/scenario/make-ticket.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** State that requests are generated from. */
type RequestContext = {
  readonly markets: readonly Market[]
  readonly board: Board
  readonly tables: MemoryTables
}

/** A random request that suits the user's current orders. */
export function makeRequest(scenario: RequestContext, userId: number, random: SeededRandom): CommandRequest {
  const account = scenario.tables.accounts.get(userId)
  const isDemo = account?.book === 'demo'
  const own = activeOrdersOf(scenario.tables, userId)
  const open = own.filter(({ status }) => status === 'open').length
  const make = random.weighted<(...about: About) => CommandRequest>([
    [18, openOrder],
    [open === 0 ? 0.5 : 6, closeOrder],
    [open === 0 ? 0.2 : 1.5, closeMany],
    [open === 0 ? 0.2 : 2.5, reverseOrder],
    [open === own.length ? 0.3 : 3, amendOrder],
    [open === own.length ? 0.3 : 3, cancelOrder],
    [own.length === 0 ? 0.5 : 6, setStops],
    [isDemo ? 0.7 : 11.5, moneyRequest],
    [isDemo ? 0.7 : 0.1, () => ({ kind: 'reset_demo' })],
  ])
  return make(scenario, userId, random)
}

type About = [scenario: RequestContext, userId: number, random: SeededRandom]

function openOrder(...[{ markets, board, tables }, userId, random]: About): CommandRequest {
  const account = tables.accounts.get(userId)
  const availableDollars = account === undefined ? 1000 : availableOf(account, tables, board)
  return {
    kind: 'open_order',
    ticket: makeTicket({ market: offered(markets, random), board, availableDollars }, random),
  }
}

function moneyRequest(...[{ tables, board }, userId, random]: About): CommandRequest {
  const account = tables.accounts.get(userId)
  const available = account === undefined ? 0 : Math.round(availableOf(account, tables, board) * 1e6)
  return makeMoneyRequest({ tables, userId, cash: account?.cash ?? 0, available }, random)
}

/** A random market, rarely one that cannot be traded. */
function offered(markets: readonly Market[], random: SeededRandom): Market {
  const market = random.pick(markets)
  return market.leverages.length > 0 || random.chance(0.2) ? market : offered(markets, random)
}

function availableOf(account: AccountRecord, tables: MemoryTables, board: Board): number {
  const open = activeOrdersOf(tables, account.userId).filter(({ status }) => status === 'open')
  return accountFigures(account.cash, open, board).freeMargin / 1e6
}

function closeOrder(...[scenario, userId, random]: About): CommandRequest {
  const order = anyOrder('open', scenario.tables, userId, random)
  const market = scenario.markets.find(({ id }) => id === order?.marketId)
  const isWhole = order === undefined || market === undefined || random.chance(0.5)
  const part = isWhole ? 0 : order.lots * random.pick([0.1, 0.5, 0.9, 1, 1.1])
  return {
    kind: 'close_order',
    orderId: order?.id ?? random.between(0, 50),
    lots: isWhole ? null : partLots(market, part, random),
  }
}

function partLots(market: Market, part: number, random: SeededRandom): string {
  const steps = Math.max(1, Math.round(part / market.lotStep))
  return random.chance(0.8) ? formatLots(lots(steps * market.lotStep)) : typedLots(market, part, random)
}

function cancelOrder(...[{ tables }, userId, random]: About): CommandRequest {
  const order = anyOrder('pending', tables, userId, random)
  return { kind: 'cancel_order', orderId: order?.id ?? random.between(-1, 50) }
}

/** Keeps, changes or removes each stop; sometimes sends invalid text. */
function setStops(...[{ markets, board, tables }, userId, random]: About): CommandRequest {
  const order = anyOrder(random.pick(['open', 'open', 'pending']), tables, userId, random)
  const market = markets.find(({ id }) => id === order?.marketId)
  if (order === undefined || market === undefined)
    return {
      kind: 'set_stops',
      orderId: random.between(0, 50),
      stopLoss: random.pick(hostileTexts),
      takeProfit: null,
    }
  const quote = board.now(order.marketId).quote
  const from =
    order.status === 'pending' || quote === undefined ? order.openPrice : closingPrice(order.side, quote)
  const fresh = makeStops(order.side, from, random)
  const typed = (kept: number | null, made: number | null) => {
    const steps = random.chance(0.3) ? kept : made
    return steps === null ? null : typedPrice(market, steps, random)
  }
  return {
    kind: 'set_stops',
    orderId: order.id,
    stopLoss: typed(order.stopLoss, fresh.stopLoss),
    takeProfit: typed(order.takeProfit, fresh.takeProfit),
  }
}

/** All or some open orders; sometimes also ids that are pending, repeated, unknown, or of another user. */
function closeMany(...[{ tables }, userId, random]: About): CommandRequest {
  const own = activeOrdersOf(tables, userId)
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

function reverseOrder(...[{ markets, board, tables }, userId, random]: About): CommandRequest {
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

/** Changes target, lots and stops, each with a probability of about a half. */
function amendOrder(...[{ markets, board, tables }, userId, random]: About): CommandRequest {
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

/** Mostly an order of the user in this status; sometimes one in any status, or of another user. */
function anyOrder(
  status: Order['status'],
  tables: MemoryTables,
  userId: number,
  random: SeededRandom,
): Order | undefined {
  const all = [...tables.orders.values()]
  const own = all.filter((order) => order.userId === userId)
  const fitting = own.filter((order) => order.status === status)
  const from = random.weighted([
    [20, fitting],
    [1, own],
    [1, all],
  ])
  return from.length === 0 ? undefined : random.pick(from)
}

export function activeOrdersOf({ orders }: MemoryTables, userId: number): readonly Order[] {
  return [...orders.values()].filter(
    (order) => order.userId === userId && (order.status === 'open' || order.status === 'pending'),
  )
}
