import { type Price, price as priceOf, unitsOf } from '#core/money/amounts.ts'
import type { OrderLine, StopMove } from '#web/chart/orders/order-marks.ts'

/** Half of the 44 px that a finger needs. */
export const touchRadiusPx = 22

/** A line as it stands on the screen now. */
export type HitLine = {
  readonly key: string
  readonly y: number
  /** Its label, where it has one. */
  readonly label: { readonly x: number; readonly widthPx: number } | undefined
}

/** Which line a finger means: the one whose label it is on, otherwise the nearest; of equals the one named first. */
export function lineUnderPointer(
  lines: readonly HitLine[],
  at: { readonly x: number; readonly y: number },
): string | undefined {
  const near = lines.filter(({ y }) => Math.abs(y - at.y) <= touchRadiusPx)
  const nearest = near.toSorted((one, other) => Math.abs(one.y - at.y) - Math.abs(other.y - at.y))
  const named = nearest.find(({ label }) => label !== undefined && isOn(label, at.x))
  return (named ?? nearest[0])?.key
}

function isOn({ x, widthPx }: { readonly x: number; readonly widthPx: number }, at: number): boolean {
  return at >= x && at <= x + widthPx
}

export function isDraggable({ dragKinds: becomes }: OrderLine): boolean {
  return becomes.below !== undefined || becomes.above !== undefined
}

/** What dragging a line to a place on the axis means: which stop, at which price. Undefined where it means nothing. */
export function stopForDrag(line: OrderLine, axisValue: number): StopMove | undefined {
  const price = nearestPrice(axisValue, line.precision)
  if (price === undefined || price === line.price) return undefined
  const kind = price < line.price ? line.dragKinds.below : line.dragKinds.above
  return kind === undefined ? undefined : { orderId: line.orderId, kind, price }
}

/** The step nearest to it; there is no price at or below zero. */
function nearestPrice(axisValue: number, precision: number): Price | undefined {
  const steps = unitsOf(axisValue, precision)
  return steps > 0 ? priceOf(steps) : undefined
}
