import type { Ticket } from '#core/decision/command.ts'
import { openingPrice } from '#core/margin/valuation.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import { formatLots, formatPrice, type Lots, lots, type Price, price } from '#core/money/amounts.ts'
import { directionOf, type Side } from '#core/order/order.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** A position or a pending order that a trader will open. */
export type PlannedOrder = {
  readonly market: Market
  readonly side: Side
  readonly lots: Lots
  readonly leverage: number
  readonly target: Price | null
  readonly stopLoss: Price | null
  readonly takeProfit: Price | null
}

const stopLossShare = 0.2
const takeProfitShare = 0.2
/** Distances from the current price, as shares of it. */
const stopDistance = { min: 0.004, max: 0.06 }
const targetDistance = { min: 0.01, max: 0.06 }

type PositionPlan = { readonly market: Market; readonly side: Side; readonly marginDollars: number }

/** Plans a market order with a margin of about `marginDollars`. */
export function planPosition(
  board: LiveBoard,
  { market, side, marginDollars }: PositionPlan,
  random: SeededRandom,
): PlannedOrder {
  const leverage = random.pick(market.leverages)
  const now = priceOf(board, market, side)
  const away = (way: 1 | -1) =>
    price(Math.round(now * (1 + way * directionOf(side) * distance(stopDistance, random))))
  return {
    market,
    side,
    leverage,
    lots: lotsFor(board, market, { now, leverage, marginDollars }),
    target: null,
    stopLoss: random.chance(stopLossShare) ? away(-1) : null,
    takeProfit: random.chance(takeProfitShare) ? away(1) : null,
  }
}

/** Plans a limit or stop order of the minimum size, without stops. */
export function planPending(board: LiveBoard, market: Market, random: SeededRandom): PlannedOrder {
  const side = random.pick<Side>(['buy', 'sell'])
  const share = distance(targetDistance, random) * random.pick([1, -1])
  const target = price(Math.round(priceOf(board, market, side) * (1 + share)))
  const rest = { leverage: random.pick(market.leverages), lots: market.leastLots }
  return { market, side, target, stopLoss: null, takeProfit: null, ...rest }
}

/** The planned order as a ticket, with prices as text. */
export function ticketOf({ market, target, stopLoss, takeProfit, ...plan }: PlannedOrder): Ticket {
  const typed = (steps: Price | null) => (steps === null ? null : formatPrice(steps, market.pricePrecision))
  return {
    marketId: market.id,
    side: plan.side,
    lots: formatLots(plan.lots),
    leverage: plan.leverage,
    target: typed(target),
    seen: null,
    deviation: 0,
    stopLoss: typed(stopLoss),
    takeProfit: typed(takeProfit),
  }
}

function distance(
  { min, max }: { readonly min: number; readonly max: number },
  random: SeededRandom,
): number {
  return min + (max - min) * random.share()
}

function priceOf(board: LiveBoard, { id }: Market, side: Side): number {
  const { quote } = board.now(id)
  if (quote === undefined) throw new Error('every market must have a price')
  return openingPrice(side, quote)
}

type Size = { readonly now: number; readonly leverage: number; readonly marginDollars: number }

function lotsFor(board: LiveBoard, market: Market, { now, leverage, marginDollars }: Size): Lots {
  const { unitsPerLot, pricePrecision, lotStep, leastLots, mostLots, marginMode } = market
  const dollars = (board.rate(market.quoteCurrency) ?? 0) / 1e9
  const worth = (unitsPerLot * now * dollars) / 10 ** pricePrecision / leverage
  const marginOfLot = marginMode === 'fixed' ? unitsPerLot : worth
  const steps = Math.round((marginDollars * 100) / marginOfLot / lotStep)
  return lots(Math.min(mostLots, Math.max(leastLots, steps * lotStep)))
}
