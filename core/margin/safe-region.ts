import { accountRisk } from '#core/margin/account-figures.ts'
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

/** Net value at mid prices stays above the floor, and at or below the ceiling. Either may be infinite. */
export type Thresholds = { readonly floor: number; readonly ceiling: number }

type SafeRegion = (
  cash: Micros,
  open: readonly Order[],
  walls: Thresholds,
  around: RegionContext,
) => readonly SafeRange[] | undefined

/**
 * Undefined where the account is not between its walls at the prices of this moment. Profit is a price times a rate, so
 * that a bound for each price alone would not do: the worst corner of the whole box is kept within the walls.
 */
export const safeRegion: SafeRegion = (cash, open, walls, around) => {
  const near = finiteThresholds(walls)
  if (near.length === 0) return []
  const stakes = buildExposures(open, around)
  if (widen(stakes, cash, near)) return rangesOf(stakes, near)
  // A wall is so near that only the exact sum can tell.
  const { netValue } = accountRisk(cash, open, around.board)
  return isBetween(walls, netValue) ? pinnedRanges(stakes) : undefined
}

export function isBetween({ floor, ceiling }: Thresholds, netValue: Micros): boolean {
  return netValue > floor && netValue <= ceiling
}

function finiteThresholds({ floor, ceiling }: Thresholds): readonly Threshold[] {
  const near: Threshold[] = []
  if (floor > Number.NEGATIVE_INFINITY) near.push({ sign: 1, level: floor })
  if (ceiling < Number.POSITIVE_INFINITY) near.push({ sign: -1, level: -ceiling })
  return near
}

/**
 * How far bid + ask of a market may go, both ends included. While every market of a region is within its range, the account
 * it was drawn for stays between its walls, whatever all of them do at once.
 *
 * A side that can only be better for it is infinite: the promise is for whatever can be counted at all. Where the very next
 * quote changes what is counted with, because there was none so far, the low end is plus infinity and the high end minus
 * infinity: every quote is outside.
 */
export type SafeRange = { readonly marketId: number; readonly low: number; readonly high: number }

/** Only the sides that were taken for the worse ones are bounded. A market that has neither needs no range. */
function rangesOf(all: ExposureModel, walls: readonly Threshold[]): readonly SafeRange[] {
  const { axes: grounds, currencies: purses, exposures: stakes, orders } = all
  for (const { sign } of walls) {
    for (const { axis: ground, units } of stakes) if (units !== 0) bound(ground, sign * units < 0)
    for (const purse of purses) boundConverter(purse, lowestProfit(purse, sign, orders))
  }
  const ranges: SafeRange[] = []
  for (const { marketId, isAwaitingQuote: isAwaited, low, high } of grounds) {
    if (isAwaited) ranges.push(emptyRange(marketId))
    else if (low > Number.NEGATIVE_INFINITY || high < Number.POSITIVE_INFINITY)
      ranges.push({ marketId, low, high })
  }
  return ranges
}

/** Every market exactly where it is: there the account is known to be between its walls, without any bound. */
function pinnedRanges({ axes: grounds }: ExposureModel): readonly SafeRange[] {
  return grounds.map(({ marketId, isAwaitingQuote: isAwaited, sum }) =>
    isAwaited ? emptyRange(marketId) : { marketId, low: sum, high: sum },
  )
}

function emptyRange(marketId: number): SafeRange {
  return { marketId, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY }
}

function bound(ground: Axis, isHigh: boolean): void {
  if (isHigh) ground.high = Math.min(ground.high, ground.sum + ground.width)
  else ground.low = Math.max(ground.low, ground.sum - ground.width)
}

/** The rate to the better side may be anything as long as it is there at all: without one, others would be counted with. */
function boundConverter({ converter: mover, gross, swing }: CurrencyPosition, least: number): void {
  if (mover === undefined || gross + swing === 0) return
  const { route: way, axis: ground } = mover
  bound(ground, needsHighRate(least) === (way.conversion.by === 'multiply'))
  const { low, high } = representableSums(way)
  if (low > 1) ground.low = Math.max(ground.low, low)
  if (high < 2 * highestPrice) ground.high = Math.min(ground.high, high)
}

/** Where the rate is at least a billionth and at most 2^52 of them. */
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
