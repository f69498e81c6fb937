import { accountRisk } from '#core/margin/account-figures.ts'
import { pinnedRanges, rangesOf, type SafeRange } from '#core/margin/region/ranges.ts'
import { buildExposures, type RegionContext } from '#core/margin/region/stakes.ts'
import { type Threshold, widen } from '#core/margin/region/widen.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'

export type { SafeRange } from '#core/margin/region/ranges.ts'
export type { RegionContext } from '#core/margin/region/stakes.ts'

/** Net value at mid prices stays above the floor, and at or below the ceiling. Either may be infinite. */
export type Thresholds = { readonly floor: number; readonly ceiling: number }

export type SafeRegion = (
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
