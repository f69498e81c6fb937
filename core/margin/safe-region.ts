import { pinnedRanges, rangesOf, type SafeRange } from '#core/margin/region/ranges.ts'
import { type RegionAround, stakesOf } from '#core/margin/region/stakes.ts'
import { type Wall, widen } from '#core/margin/region/widen.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'

export type { SafeRange } from '#core/margin/region/ranges.ts'
export type { RegionAround } from '#core/margin/region/stakes.ts'

/** Net value at mid prices stays above the floor, and at or below the ceiling. Either may be infinite. */
export type Walls = { readonly floor: number; readonly ceiling: number }

export type SafeRegion = (
  cash: Micros,
  open: Iterable<Order>,
  walls: Walls,
  around: RegionAround,
) => readonly SafeRange[]

/**
 * The account must be between its walls at the prices of this moment. Profit is a price times a rate, so that a bound for each
 * price alone would not do: the worst corner of the whole box is kept within the walls.
 */
export const safeRegion: SafeRegion = (cash, open, walls, around) => {
  const near = finiteWalls(walls)
  if (near.length === 0) return []
  const stakes = stakesOf(open, around)
  return widen(stakes, cash, near) ? rangesOf(stakes, near) : pinnedRanges(stakes)
}

function finiteWalls({ floor, ceiling }: Walls): readonly Wall[] {
  const near: Wall[] = []
  if (floor > Number.NEGATIVE_INFINITY) near.push({ sign: 1, level: floor })
  if (ceiling < Number.POSITIVE_INFINITY) near.push({ sign: -1, level: -ceiling })
  return near
}
