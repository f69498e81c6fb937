import type { Prices } from '#core/market/board.ts'
import type { ConversionRoute, ConversionRouteOf } from '#core/market/conversion.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { directionOf, type Order } from '#core/order/order.ts'

export type RegionContext = {
  readonly board: Prices
  readonly routeOf: ConversionRouteOf
  /** Relative volatility, above zero. A more volatile market gets a wider range. It does not affect correctness. */
  readonly volatility: (marketId: number) => number
}

/** A market whose price changes the account's equity: one dimension of the region. */
export type Axis = {
  readonly marketId: number
  /** bid + ask now; zero without a quote. */
  readonly sum: number
  readonly volatility: number
  /** True while the market has no usable quote. Its next one replaces the opening price or rate of an order. */
  isAwaitingQuote: boolean
  /** Loss if this market alone moves by its volatility. */
  expectedLoss: number
  /** Allowed move at a reach of 1 (see `widen`), as a share of the price. */
  stepSize: number
  /** Allowed change of bid + ask towards a bounded side, in price steps. */
  width: number
  low: number
  high: number
}

/** Profit in one currency. Profit × rate (in billionths) gives micro-dollars. */
export type CurrencyPosition = {
  readonly currency: string
  /**
   * True for the current rate, shared by all orders. False for an opening rate, shared by the orders that opened at it.
   */
  readonly hasLiveRate: boolean
  readonly rate: number
  readonly converter: { readonly route: ConversionRoute; readonly axis: Axis } | undefined
  profit: number
  /** Sum of absolute profits. The float error is relative to this sum. */
  gross: number
  /** Largest change of the profit while all axes stay within their widths. */
  swing: number
}

/** Net position (bought minus sold) in one market and currency. */
export type Exposure = {
  readonly axis: Axis
  readonly position: CurrencyPosition
  readonly scale: number
  /** Hundredths of a lot × units per lot. An integer, so that a full hedge is exactly zero. */
  units: number
  gross: number
}

export type ExposureModel = {
  readonly axes: Axis[]
  readonly currencies: CurrencyPosition[]
  readonly exposures: Exposure[]
  orders: number
}

/** Profit is units × (bid + ask − 2 × open) ÷ scale: the formula of `profitAtMid` without its rounding. */
export function buildExposures(open: Iterable<Order>, context: RegionContext): ExposureModel {
  const model: ExposureModel = { axes: [], currencies: [], exposures: [], orders: 0 }
  for (const order of open) addOrder(model, order, context)
  return model
}

/** Value of one step of bid + ask, in the currency of the position. */
export function stepValue({ units, scale }: Exposure): number {
  return Math.abs(units) / scale
}

function addOrder(model: ExposureModel, order: Order, context: RegionContext): void {
  const axis = axisOf(model, order.marketId, context)
  const position = positionOf(model, order, context)
  const exposure = exposureOf(model, axis, position, 10 ** order.terms.pricePrecision * 200_000)
  const units = directionOf(order.side) * order.lots * order.terms.unitsPerLot
  const sum = axis.sum === 0 ? sumOf(required(order.opened?.quote)) : axis.sum
  const profit = (units * (sum - 2 * order.openPrice)) / exposure.scale
  model.orders += 1
  position.profit += profit
  position.gross += Math.abs(profit)
  exposure.units += units
  exposure.gross += Math.abs(units)
  // Larger sums of units are inexact. An infinite gross makes the search fail safely.
  if (exposure.gross > Number.MAX_SAFE_INTEGER) position.gross = Number.POSITIVE_INFINITY
}

// An account has only a few axes, positions and exposures, so a linear search is faster than a map.

function axisOf(model: ExposureModel, marketId: number, { board, volatility }: RegionContext): Axis {
  for (const axis of model.axes) if (axis.marketId === marketId) return axis
  const { quote } = board.now(marketId)
  const sum = quote === undefined ? 0 : sumOf(quote)
  const axis: Axis = {
    marketId,
    sum,
    volatility: volatility(marketId),
    isAwaitingQuote: sum === 0,
    expectedLoss: 0,
    stepSize: 0,
    width: 0,
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
  }
  model.axes.push(axis)
  return axis
}

function positionOf(model: ExposureModel, order: Order, context: RegionContext): CurrencyPosition {
  const currency = order.terms.quoteCurrency
  for (const position of model.currencies)
    if (position.currency === currency && (position.hasLiveRate || position.rate === order.opened?.rate))
      return position
  const position = newPosition(model, order, context)
  model.currencies.push(position)
  return position
}

/** Uses the current rate, or the order's opening rate while there is none. */
function newPosition(model: ExposureModel, order: Order, context: RegionContext): CurrencyPosition {
  const currency = order.terms.quoteCurrency
  const route = context.routeOf(currency)
  const axis = route === undefined ? undefined : axisOf(model, route.marketId, context)
  const known = context.board.rate(currency)
  if (known === undefined && axis !== undefined) axis.isAwaitingQuote = true
  const isMoved = known !== undefined && axis !== undefined && axis.sum !== 0
  return {
    currency,
    hasLiveRate: known !== undefined,
    rate: known ?? required(order.opened?.rate),
    converter: isMoved && route !== undefined ? { route, axis } : undefined,
    profit: 0,
    gross: 0,
    swing: 0,
  }
}

function exposureOf(model: ExposureModel, axis: Axis, position: CurrencyPosition, scale: number): Exposure {
  for (const exposure of model.exposures)
    if (exposure.axis === axis && exposure.position === position && exposure.scale === scale) return exposure
  const exposure: Exposure = { axis, position, scale, units: 0, gross: 0 }
  model.exposures.push(exposure)
  return exposure
}

function sumOf({ bid, ask }: BidAsk): number {
  return bid + ask
}

function required<Known>(known: Known | null | undefined): Known {
  if (known == null) throw new Error('an open order has no opening quote or rate')
  return known
}
