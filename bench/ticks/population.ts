import { tradedMarkets } from '#bench/ticks/bench-markets.ts'
import { type Wish, wishPending, wishPosition } from '#bench/ticks/wish.ts'
import { fillCost } from '#core/decision/orders/fill-order.ts'
import { newOrder } from '#core/decision/orders/place-order.ts'
import type { LiveBoard } from '#core/market/board.ts'
import { micros } from '#core/money/amounts.ts'
import type { Order, Side } from '#core/order/order.ts'
import { filled } from '#core/order/order-transitions.ts'
import type { AccountRecord } from '#server/engine/engine-store.ts'
import { createSeededRandom, type SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** Somebody with what they paid in and what they have open and pending, as they would have come to it. */
export type Person = {
  readonly account: AccountRecord
  readonly deposit: number
  readonly wishes: readonly Wish[]
  readonly orders: readonly Order[]
}

export const positionsEach = 5
const pendingShare = 0.1
/** Most people buy most of what they have. */
const bullShare = 0.6
const withOwnShare = 0.85
/** Of net value in dollars, and of risk rates: most are far above the levels, few are near. */
const worth = { median: 3000, spread: 1.1, least: 200, most: 1_000_000 }
const riskRate = { median: 5, spread: 0.9, least: 1.06, most: 60 }

/** One after the other, so that nobody has to hold all of them. Prices and rates are those of the board. */
export function* populate(board: LiveBoard, positions: number, seed: number): Generator<Person> {
  const random = createSeededRandom(seed)
  let nextOrderId = 1
  for (let userId = 1; userId <= positions / positionsEach; userId += 1) {
    const person = personOf(board, userId, nextOrderId, random)
    nextOrderId += person.orders.length
    yield person
  }
}

function personOf(board: LiveBoard, userId: number, firstId: number, random: SeededRandom): Person {
  const rate = drawn(riskRate, random)
  const wishes = wishesOf(board, drawn(worth, random) / rate, random)
  const orders = wishes.map((wish, at) => orderOf(board, userId, firstId + at, wish))
  const sum = (of: (order: Order) => number) => orders.reduce((soFar, order) => soFar + of(order), 0)
  const cash = Math.ceil(sum(({ margin }) => margin) * rate)
  return {
    account: { userId, book: 'real', cash: micros(cash), locked: micros(0), isWarned: false, openedAtMs: 0 },
    deposit: cash + sum(({ fee }) => fee),
    wishes,
    orders,
  }
}

function wishesOf(board: LiveBoard, marginDollars: number, random: SeededRandom): readonly Wish[] {
  const own: Side = random.chance(bullShare) ? 'buy' : 'sell'
  const other: Side = own === 'buy' ? 'sell' : 'buy'
  const positions = Array.from({ length: positionsEach }, () => {
    const share = (0.5 + random.share()) / positionsEach
    const side = random.chance(withOwnShare) ? own : other
    const about = { market: random.pick(tradedMarkets), side, marginDollars: marginDollars * share }
    return wishPosition(board, about, random)
  })
  return random.chance(pendingShare)
    ? [...positions, wishPending(board, random.pick(tradedMarkets), random)]
    : positions
}

/** By the very functions that would have opened it. */
function orderOf(board: LiveBoard, userId: number, id: number, wish: Wish): Order {
  const { market, side, leverage } = wish
  const { quote } = board.now(market.id)
  const rate = board.rate(market.quoteCurrency)
  if (quote === undefined || rate === undefined) throw new Error('everything has a price')
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
  const wanted = { kind: 'parsed', seen: null, ...wish } as const
  const around = {
    timeMs: quote.timeMs,
    board,
    feed: 'bench',
    feeMode: 'per_lot',
    market,
    nextOrderId: id,
  } as const
  const order = newOrder({ userId, amendedFrom: null, ticket, parsed: wanted, market, quote }, rate, around)
  if (wish.target !== null) return order
  return filled(order, { ...fillCost(order, quote, rate), receipt: order.placed, timeMs: quote.timeMs })
}

type Spread = {
  readonly median: number
  readonly spread: number
  readonly least: number
  readonly most: number
}

/** Bell-shaped in its logarithm, and drawn again where it is beyond an end. */
function drawn(of: Spread, random: SeededRandom): number {
  for (;;) {
    const bell = Math.sqrt(-2 * Math.log(1 - random.share())) * Math.cos(2 * Math.PI * random.share())
    const value = of.median * Math.exp(of.spread * bell)
    if (value >= of.least && value <= of.most) return value
  }
}
