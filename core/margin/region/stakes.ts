import type { Prices } from '#core/market/board.ts'
import type { ConversionWay, WayOf } from '#core/market/conversion-way.ts'
import type { Quote } from '#core/market/quote.ts'
import { directionOf, type Order } from '#core/order/order.ts'

export type RegionAround = {
  readonly board: Prices
  readonly wayOf: WayOf
  /** How much a market moves, beside others: who moves more gets more room. Above zero; it decides nothing. */
  readonly stir: (marketId: number) => number
}

/** A market that decides what the account is worth. */
export type Ground = {
  readonly marketId: number
  /** bid + ask now; zero without a quote. */
  readonly sum: number
  readonly stir: number
  /** Whether its next quote, whatever it is, changes what is counted with. */
  isAwaited: boolean
  /** What it would lose alone if it moved by what it stirs. */
  loss: number
  /** The share of its price that it may go for a reach of one. */
  pace: number
  /** How many steps bid + ask may go to a side that is bounded. */
  width: number
  low: number
  high: number
}

/** All that is gained and lost in one currency. Amounts are micro-dollars for a rate of a billionth. */
export type Purse = {
  readonly currency: string
  /** Whether the rate is the one of the moment, and so the same for every order. */
  readonly isKnown: boolean
  readonly rate: number
  readonly mover: { readonly way: ConversionWay; readonly ground: Ground } | undefined
  gained: number
  /** What the floats were computed with, gains and losses alike: their error is a share of this. */
  gross: number
  /** By how much it may change, while its markets stay within their widths. */
  swing: number
}

/** What is held in one market and valued in one purse, bought less sold. */
export type Stake = {
  readonly ground: Ground
  readonly purse: Purse
  readonly scale: number
  /** Hundredths of a lot × units per lot: whole, so that what is hedged is exactly nothing. */
  units: number
  gross: number
}

export type Stakes = {
  readonly grounds: Ground[]
  readonly purses: Purse[]
  readonly stakes: Stake[]
  orders: number
}

/** What is gained is units × (bid + ask − 2 × open) over a scale: by the formula of `profitAtMid`, without its rounding. */
export function stakesOf(open: Iterable<Order>, around: RegionAround): Stakes {
  const all: Stakes = { grounds: [], purses: [], stakes: [], orders: 0 }
  for (const order of open) addOrder(all, order, around)
  return all
}

/** What a step of bid + ask, up or down, is worth in the currency of the purse. */
export function worthOfStep({ units, scale }: Stake): number {
  return Math.abs(units) / scale
}

function addOrder(all: Stakes, order: Order, around: RegionAround): void {
  const ground = groundOf(all, order.marketId, around)
  const purse = purseOf(all, order, around)
  const stake = stakeOf(all, ground, purse, 10 ** order.terms.pricePrecision * 200_000)
  const units = directionOf(order.side) * order.lots * order.terms.unitsPerLot
  const sum = ground.sum === 0 ? sumOf(required(order.opened?.quote)) : ground.sum
  const gained = (units * (sum - 2 * order.openPrice)) / stake.scale
  all.orders += 1
  purse.gained += gained
  purse.gross += Math.abs(gained)
  stake.units += units
  stake.gross += Math.abs(units)
  // Beyond this the units are no longer whole. Nothing is certain then, and nobody holds as much.
  if (stake.gross > Number.MAX_SAFE_INTEGER) purse.gross = Number.POSITIVE_INFINITY
}

// There are a handful of each, so going through them is quicker than any map.

function groundOf(all: Stakes, marketId: number, { board, stir }: RegionAround): Ground {
  for (const ground of all.grounds) if (ground.marketId === marketId) return ground
  const { quote } = board.now(marketId)
  const sum = quote === undefined ? 0 : sumOf(quote)
  const ground: Ground = {
    marketId,
    sum,
    stir: stir(marketId),
    isAwaited: sum === 0,
    loss: 0,
    pace: 0,
    width: 0,
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
  }
  all.grounds.push(ground)
  return ground
}

function purseOf(all: Stakes, order: Order, around: RegionAround): Purse {
  const currency = order.terms.quoteCurrency
  for (const purse of all.purses)
    if (purse.currency === currency && (purse.isKnown || purse.rate === order.opened?.rate)) return purse
  const purse = emptyPurse(all, order, around)
  all.purses.push(purse)
  return purse
}

/** By the rate of the moment or, as long as there is none, by the one that the order itself was opened with. */
function emptyPurse(all: Stakes, order: Order, around: RegionAround): Purse {
  const currency = order.terms.quoteCurrency
  const way = around.wayOf(currency)
  const ground = way === undefined ? undefined : groundOf(all, way.marketId, around)
  const known = around.board.rate(currency)
  if (known === undefined && ground !== undefined) ground.isAwaited = true
  const isMoved = known !== undefined && ground !== undefined && ground.sum !== 0
  return {
    currency,
    isKnown: known !== undefined,
    rate: known ?? required(order.opened?.rate),
    mover: isMoved && way !== undefined ? { way, ground } : undefined,
    gained: 0,
    gross: 0,
    swing: 0,
  }
}

function stakeOf(all: Stakes, ground: Ground, purse: Purse, scale: number): Stake {
  for (const stake of all.stakes)
    if (stake.ground === ground && stake.purse === purse && stake.scale === scale) return stake
  const stake: Stake = { ground, purse, scale, units: 0, gross: 0 }
  all.stakes.push(stake)
  return stake
}

function sumOf({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): number {
  return bid + ask
}

function required<Known>(known: Known | null | undefined): Known {
  if (known == null) throw new Error('an open order has no price it was opened with')
  return known
}
