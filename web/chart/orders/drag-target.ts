import { type Price, price as priceOf, unitsOf } from '#core/money/amounts.ts'
import type { OrderLine, StopMove } from '#web/chart/orders/order-marks.ts'

/** Half of the minimum touch target of 44 px. */
export const touchRadiusPx = 22

export type HitLine = {
  readonly key: string
  readonly y: number
  readonly label: { readonly x: number; readonly widthPx: number } | undefined
}

/** Key of the nearest line whose label is under the pointer, else of the nearest line. The first line wins a tie. */
export function lineUnderPointer(
  lines: readonly HitLine[],
  at: { readonly x: number; readonly y: number },
): string | undefined {
  const near = lines.filter(({ y }) => Math.abs(y - at.y) <= touchRadiusPx)
  const nearest = near.toSorted((one, other) => Math.abs(one.y - at.y) - Math.abs(other.y - at.y))
  const labelled = nearest.find(({ label }) => label !== undefined && isWithin(label, at.x))
  return (labelled ?? nearest[0])?.key
}

function isWithin({ x, widthPx }: { readonly x: number; readonly widthPx: number }, at: number): boolean {
  return at >= x && at <= x + widthPx
}

export function isDraggable({ dragKinds }: OrderLine): boolean {
  return dragKinds.below !== undefined || dragKinds.above !== undefined
}

/** The stop that a drag of the line to this axis value would set; undefined if it would set none. */
export function stopForDrag(line: OrderLine, axisValue: number): StopMove | undefined {
  const price = nearestPrice(axisValue, line.precision)
  if (price === undefined || price === line.price) return undefined
  const kind = price < line.price ? line.dragKinds.below : line.dragKinds.above
  return kind === undefined ? undefined : { orderId: line.orderId, kind, price }
}

/** The nearest valid price; undefined for an axis value at or below zero. */
function nearestPrice(axisValue: number, precision: number): Price | undefined {
  const steps = unitsOf(axisValue, precision)
  return steps > 0 ? priceOf(steps) : undefined
}
