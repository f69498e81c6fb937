import { lowestProfit, needsHighRate } from '#core/margin/region/corner.ts'
import type { Axis, CurrencyPosition, ExposureModel } from '#core/margin/region/stakes.ts'
import type { Threshold } from '#core/margin/region/widen.ts'
import type { ConversionRoute } from '#core/market/conversion-way.ts'
import { highestPrice } from '#core/money/price.ts'
import { oneToOne } from '#core/money/rate.ts'

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
export function rangesOf(all: ExposureModel, walls: readonly Threshold[]): readonly SafeRange[] {
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
export function pinnedRanges({ axes: grounds }: ExposureModel): readonly SafeRange[] {
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
