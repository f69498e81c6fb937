import type { Prices } from '#core/market/board.ts'
import type { ConversionRoute, ConversionRouteOf } from '#core/market/conversion.ts'
import type { Quote } from '#core/market/quote.ts'
import { directionOf, type Order } from '#core/order/order.ts'

export type RegionContext = {
  readonly board: Prices
  readonly routeOf: ConversionRouteOf
  /** How much a market moves, beside others: who moves more gets more room. Above zero; it decides nothing. */
  readonly volatility: (marketId: number) => number
}

/** A market that decides what the account is worth. */
export type Axis = {
  readonly marketId: number
  /** bid + ask now; zero without a quote. */
  readonly sum: number
  readonly volatility: number
  /** Whether its next quote, whatever it is, changes what is counted with. */
  isAwaitingQuote: boolean
  /** What it would lose alone if it moved by what it stirs. */
  expectedLoss: number
  /** The share of its price that it may go for a reach of one. */
  stepSize: number
  /** How many steps bid + ask may go to a side that is bounded. */
  width: number
  low: number
  high: number
}

/** All that is gained and lost in one currency. Amounts are micro-dollars for a rate of a billionth. */
export type CurrencyPosition = {
  readonly currency: string
  /** Whether the rate is the one of the moment, and so the same for every order. */
  readonly hasLiveRate: boolean
  readonly rate: number
  readonly converter: { readonly route: ConversionRoute; readonly axis: Axis } | undefined
  profit: number
  /** What the floats were computed with, gains and losses alike: their error is a share of this. */
  gross: number
  /** By how much it may change, while its markets stay within their widths. */
  swing: number
}

/** What is held in one market and valued in one purse, bought less sold. */
export type Exposure = {
  readonly axis: Axis
  readonly position: CurrencyPosition
  readonly scale: number
  /** Hundredths of a lot × units per lot: whole, so that what is hedged is exactly nothing. */
  units: number
  gross: number
}

export type ExposureModel = {
  readonly axes: Axis[]
  readonly currencies: CurrencyPosition[]
  readonly exposures: Exposure[]
  orders: number
}

/** What is gained is units × (bid + ask − 2 × open) over a scale: by the formula of `profitAtMid`, without its rounding. */
export function buildExposures(open: Iterable<Order>, around: RegionContext): ExposureModel {
  const all: ExposureModel = { axes: [], currencies: [], exposures: [], orders: 0 }
  for (const order of open) addOrder(all, order, around)
  return all
}

/** What a step of bid + ask, up or down, is worth in the currency of the purse. */
export function stepValue({ units, scale }: Exposure): number {
  return Math.abs(units) / scale
}

function addOrder(all: ExposureModel, order: Order, around: RegionContext): void {
  const ground = axisOf(all, order.marketId, around)
  const purse = currencyOf(all, order, around)
  const stake = exposureOf(all, ground, purse, 10 ** order.terms.pricePrecision * 200_000)
  const units = directionOf(order.side) * order.lots * order.terms.unitsPerLot
  const sum = ground.sum === 0 ? sumOf(required(order.opened?.quote)) : ground.sum
  const gained = (units * (sum - 2 * order.openPrice)) / stake.scale
  all.orders += 1
  purse.profit += gained
  purse.gross += Math.abs(gained)
  stake.units += units
  stake.gross += Math.abs(units)
  // Beyond this the units are no longer whole. Nothing is certain then, and nobody holds as much.
  if (stake.gross > Number.MAX_SAFE_INTEGER) purse.gross = Number.POSITIVE_INFINITY
}

// There are a handful of each, so going through them is quicker than any map.

function axisOf(all: ExposureModel, marketId: number, { board, volatility: stir }: RegionContext): Axis {
  for (const ground of all.axes) if (ground.marketId === marketId) return ground
  const { quote } = board.now(marketId)
  const sum = quote === undefined ? 0 : sumOf(quote)
  const ground: Axis = {
    marketId,
    sum,
    volatility: stir(marketId),
    isAwaitingQuote: sum === 0,
    expectedLoss: 0,
    stepSize: 0,
    width: 0,
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
  }
  all.axes.push(ground)
  return ground
}

function currencyOf(all: ExposureModel, order: Order, around: RegionContext): CurrencyPosition {
  const currency = order.terms.quoteCurrency
  for (const purse of all.currencies)
    if (purse.currency === currency && (purse.hasLiveRate || purse.rate === order.opened?.rate)) return purse
  const purse = newCurrency(all, order, around)
  all.currencies.push(purse)
  return purse
}

/** By the rate of the moment or, as long as there is none, by the one that the order itself was opened with. */
function newCurrency(all: ExposureModel, order: Order, around: RegionContext): CurrencyPosition {
  const currency = order.terms.quoteCurrency
  const way = around.routeOf(currency)
  const ground = way === undefined ? undefined : axisOf(all, way.marketId, around)
  const known = around.board.rate(currency)
  if (known === undefined && ground !== undefined) ground.isAwaitingQuote = true
  const isMoved = known !== undefined && ground !== undefined && ground.sum !== 0
  return {
    currency,
    hasLiveRate: known !== undefined,
    rate: known ?? required(order.opened?.rate),
    converter: isMoved && way !== undefined ? { route: way, axis: ground } : undefined,
    profit: 0,
    gross: 0,
    swing: 0,
  }
}

function exposureOf(all: ExposureModel, ground: Axis, purse: CurrencyPosition, scale: number): Exposure {
  for (const stake of all.exposures)
    if (stake.axis === ground && stake.position === purse && stake.scale === scale) return stake
  const stake: Exposure = { axis: ground, position: purse, scale, units: 0, gross: 0 }
  all.exposures.push(stake)
  return stake
}

function sumOf({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): number {
  return bid + ask
}

function required<Known>(known: Known | null | undefined): Known {
  if (known == null) throw new Error('an open order has no price it was opened with')
  return known
}
