import { equityAndMargin } from '#core/margin/account-figures.ts'
import {
  type Axis,
  buildExposures,
  type CurrencyPosition,
  type ExposureModel,
  type RegionContext,
} from '#core/margin/region-exposures.ts'
import { lowestProfit, needsHighRate, type Threshold, widen } from '#core/margin/region-search.ts'
import type { ConversionRoute } from '#core/market/conversion.ts'
import { highestPrice, type Micros, oneToOne } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'

/** Allowed equity at mid prices: above the floor, and at most the ceiling. Either may be infinite. */
export type Thresholds = { readonly floor: number; readonly ceiling: number }

type SafeRegion = (
  cash: Micros,
  open: readonly Order[],
  thresholds: Thresholds,
  context: RegionContext,
) => readonly SafeRange[] | undefined

/**
 * A box of prices, one range per market, within which the account stays between its thresholds. Undefined if the
 * account is outside them now. Profit is price × rate, so bounding each price alone is not enough: the worst corner of
 * the box is checked.
 */
export const safeRegion: SafeRegion = (cash, open, thresholds, context) => {
  const near = finiteThresholds(thresholds)
  if (near.length === 0) return []
  const exposures = buildExposures(open, context)
  if (widen(exposures, cash, near)) return rangesOf(exposures, near)
  // A threshold is closer than the error margin of the floats: only the exact sum can decide.
  const { equity } = equityAndMargin(cash, open, context.board)
  return isBetween(thresholds, equity) ? pinnedRanges(exposures) : undefined
}

export function isBetween({ floor, ceiling }: Thresholds, equity: Micros): boolean {
  return equity > floor && equity <= ceiling
}

function finiteThresholds({ floor, ceiling }: Thresholds): readonly Threshold[] {
  const near: Threshold[] = []
  if (floor > Number.NEGATIVE_INFINITY) near.push({ sign: 1, level: floor })
  if (ceiling < Number.POSITIVE_INFINITY) near.push({ sign: -1, level: -ceiling })
  return near
}

/**
 * Allowed values of bid + ask of one market, both ends included. The account stays between its thresholds while every
 * market is within its range, even if all move at once.
 *
 * A side on which no threshold can be crossed is infinite. An empty range (low = +∞, high = −∞) means that any next
 * quote leaves the region: the market has no usable quote yet, and its next one changes the rate or price in use.
 */
export type SafeRange = { readonly marketId: number; readonly low: number; readonly high: number }

/** Bounds only the sides that `widen` treated as worse. A market without a bounded side gets no range. */
function rangesOf(model: ExposureModel, thresholds: readonly Threshold[]): readonly SafeRange[] {
  const { axes, currencies, exposures, orders } = model
  for (const { sign } of thresholds) {
    for (const { axis, units } of exposures) if (units !== 0) bound(axis, sign * units < 0)
    for (const position of currencies) boundConverter(position, lowestProfit(position, sign, orders))
  }
  const ranges: SafeRange[] = []
  for (const { marketId, isAwaitingQuote, low, high } of axes) {
    if (isAwaitingQuote) ranges.push(emptyRange(marketId))
    else if (low > Number.NEGATIVE_INFINITY || high < Number.POSITIVE_INFINITY)
      ranges.push({ marketId, low, high })
  }
  return ranges
}

/** Ranges of width zero: the exact check has passed for the current prices only. */
function pinnedRanges({ axes }: ExposureModel): readonly SafeRange[] {
  return axes.map(({ marketId, isAwaitingQuote, sum }) =>
    isAwaitingQuote ? emptyRange(marketId) : { marketId, low: sum, high: sum },
  )
}

function emptyRange(marketId: number): SafeRange {
  return { marketId, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY }
}

function bound(axis: Axis, isHigh: boolean): void {
  if (isHigh) axis.high = Math.min(axis.high, axis.sum + axis.width)
  else axis.low = Math.max(axis.low, axis.sum - axis.width)
}

/**
 * Bounds the converting market at the worse end of the rate. The better end is limited only where the rate would be too
 * small or too large to represent, because orders would then fall back to their opening rate.
 */
function boundConverter({ converter, gross, swing }: CurrencyPosition, least: number): void {
  if (converter === undefined || gross + swing === 0) return
  const { route, axis } = converter
  bound(axis, needsHighRate(least) === (route.conversion.by === 'multiply'))
  const { low, high } = representableSums(route)
  if (low > 1) axis.low = Math.max(axis.low, low)
  if (high < 2 * highestPrice) axis.high = Math.min(axis.high, high)
}

/** Sums of bid + ask at which the rate is between 1 and 2^52 billionths. */
function representableSums({ conversion, precision }: ConversionRoute): {
  readonly low: number
  readonly high: number
} {
  const { by, divisor } = conversion
  const step = 2 * 10 ** precision
  if (by === 'multiply') {
    const least = (step * divisor) / oneToOne
    return { low: Math.ceil(least), high: Math.floor(least * 2 ** 52) }
  }
  const most = (step * oneToOne) / divisor
  return { low: Math.ceil(most / 2 ** 52), high: Math.floor(most) }
}
