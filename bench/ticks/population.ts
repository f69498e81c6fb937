import { tradedMarkets } from '#bench/ticks/bench-markets.ts'
import { type PlannedOrder, planPending, planPosition } from '#bench/ticks/planned-order.ts'
import { fillCost } from '#core/decision/orders/fill-order.ts'
import { newOrder } from '#core/decision/orders/place-order.ts'
import type { LiveBoard } from '#core/market/board.ts'
import { micros } from '#core/money/amounts.ts'
import type { Order, Side } from '#core/order/order.ts'
import { filled } from '#core/order/order-transitions.ts'
import type { AccountRecord } from '#server/engine/engine-store.ts'
import { createSeededRandom, type SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** A trader with a deposit and active orders. The figures agree as if the orders had been placed one by one. */
export type Trader = {
  readonly account: AccountRecord
  readonly deposit: number
  readonly plans: readonly PlannedOrder[]
  readonly orders: readonly Order[]
}

export const positionsEach = 5
const pendingShare = 0.1
/** Share of traders who mostly buy, and share of each trader's positions on their main side. */
const buyerShare = 0.6
const mainSideShare = 0.85
/** Distribution of equity in dollars and of margin levels. Most levels are far above the thresholds, few are near. */
const equity = { median: 3000, spread: 1.1, min: 200, max: 1_000_000 }
const marginLevel = { median: 5, spread: 0.9, min: 1.06, max: 60 }

/** Yields traders one by one, so that not all have to be in memory. Prices and rates are those of the board. */
export function* populate(board: LiveBoard, positions: number, seed: number): Generator<Trader> {
  const random = createSeededRandom(seed)
  let nextOrderId = 1
  for (let userId = 1; userId <= positions / positionsEach; userId += 1) {
    const trader = traderOf(board, userId, nextOrderId, random)
    nextOrderId += trader.orders.length
    yield trader
  }
}

function traderOf(board: LiveBoard, userId: number, firstId: number, random: SeededRandom): Trader {
  const rate = draw(marginLevel, random)
  const plans = plansOf(board, draw(equity, random) / rate, random)
  const orders = plans.map((plan, at) => orderOf(board, userId, firstId + at, plan))
  const sum = (of: (order: Order) => number) => orders.reduce((soFar, order) => soFar + of(order), 0)
  const cash = Math.ceil(sum(({ margin }) => margin) * rate)
  return {
    account: {
      ...{ userId, book: 'real', cash: micros(cash), locked: micros(0) },
      ...{ isWarned: false, openedAtMs: 0, version: 0 },
    },
    deposit: cash + sum(({ fee }) => fee),
    plans: plans,
    orders,
  }
}

function plansOf(board: LiveBoard, marginDollars: number, random: SeededRandom): readonly PlannedOrder[] {
  const main: Side = random.chance(buyerShare) ? 'buy' : 'sell'
  const other: Side = main === 'buy' ? 'sell' : 'buy'
  const positions = Array.from({ length: positionsEach }, () => {
    const share = (0.5 + random.share()) / positionsEach
    const side = random.chance(mainSideShare) ? main : other
    const plan = { market: random.pick(tradedMarkets), side, marginDollars: marginDollars * share }
    return planPosition(board, plan, random)
  })
  return random.chance(pendingShare)
    ? [...positions, planPending(board, random.pick(tradedMarkets), random)]
    : positions
}

/** Builds the order with the functions that open orders in the engine. */
function orderOf(board: LiveBoard, userId: number, id: number, plan: PlannedOrder): Order {
  const { market, side, leverage } = plan
  const { quote } = board.now(market.id)
  const rate = board.rate(market.quoteCurrency)
  if (quote === undefined || rate === undefined) throw new Error('every market must have a price')
  const ticket = {
    marketId: market.id,
    side,
    leverage,
    lots: '',
    target: null,
    seen: null,
    deviation: 0,
    stopLoss: null,
    takeProfit: null,
  }
  const parsed = { kind: 'parsed', seen: null, ...plan } as const
  const around = {
    timeMs: quote.timeMs,
    board,
    feed: 'bench',
    feeMode: 'per_lot',
    isRealOpeningBlocked: false,
    market,
    nextOrderId: id,
  } as const
  const order = newOrder({ userId, amendedFrom: null, ticket, parsed: parsed, market, quote }, rate, around)
  if (plan.target !== null) return order
  return filled(order, { ...fillCost(order, quote, rate), receipt: order.placed, timeMs: quote.timeMs })
}

type Distribution = {
  readonly median: number
  readonly spread: number
  readonly min: number
  readonly max: number
}

/** Draws from a log-normal distribution. Repeats the draw if the value is out of bounds. */
function draw(of: Distribution, random: SeededRandom): number {
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.share())) * Math.cos(2 * Math.PI * random.share())
    const value = of.median * Math.exp(of.spread * normal)
    if (value >= of.min && value <= of.max) return value
  }
}
