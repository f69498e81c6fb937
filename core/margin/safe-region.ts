import type { Board } from '#core/market/board.ts'
import type { WayOf } from '#core/market/conversion-way.ts'
import type { Micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'

/**
 * How far bid + ask of a market may go, both ends included. While every market of a region is within its range, the account
 * it was drawn for stays between its walls, whatever all of them do at once.
 */
export type SafeRange = { readonly marketId: number; readonly low: number; readonly high: number }

/** Net value at mid prices stays above the floor, and at or below the ceiling. Either may be infinite. */
export type Walls = { readonly floor: number; readonly ceiling: number }

export type RegionAround = {
  readonly board: Pick<Board, 'now' | 'rate'>
  readonly wayOf: WayOf
  /** How much a market moves, beside others: who moves more gets more room. Above zero; it decides nothing. */
  readonly stir: (marketId: number) => number
}

export type SafeRegion = (
  cash: Micros,
  open: Iterable<Order>,
  walls: Walls,
  around: RegionAround,
) => readonly SafeRange[]
